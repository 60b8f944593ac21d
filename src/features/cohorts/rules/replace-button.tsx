import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { countOf, formatSize } from '#domain/numbers.ts'
import { cohortAtom } from '#entities/cohorts.ts'
import { useServices } from '#entities/services.ts'
import { useSending } from '#entities/use-sending.ts'
import { replaceRules } from '#features/cohorts/rules/rule-requests.ts'
import type { RulesRequest } from '#features/cohorts/rules/rules-state.ts'
import type { RulesBuilder } from '#features/cohorts/rules/use-rules-builder.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { useNextScreen } from '#workspace/use-next-screen.ts'

interface ReplaceButtonProps {
  builder: RulesBuilder
  cohortId: number
}

/** Replaces the edited cohort by one of the same name with the rules of the draft, once confirmed. */
export function ReplaceButton({ builder, cohortId }: ReplaceButtonProps) {
  const services = useServices()
  const showNext = useNextScreen()
  const cohort = useAtomValue(cohortAtom(cohortId)).data
  const [isOpen, setIsOpen] = useState(false)
  const { request, missing, live, discard } = builder
  const { isSending, failure, forgetFailure, send } = useSending((sent: RulesRequest) =>
    replaceRules(services, cohortId, sent, cohort?.version ?? null),
  )
  const because = missing ?? (live.data === undefined || live.isOlder ? 'Wait for the preview.' : null)
  const name = cohort?.name ?? ''

  const replace = async () => {
    if (request === null) return
    const replaced = await send(request)
    if (replaced === null) return
    discard()
    await showNext({ id: 'cohort.show', args: { cohortId: replaced.value } }, `Cohort “${name}” replaced.`)
  }
  const close = () => {
    forgetFailure()
    setIsOpen(false)
  }
  return (
    <>
      <Button
        aria-disabled={because !== null}
        {...(because !== null && { 'data-tooltip': because, 'aria-description': because })}
        onClick={() => because === null && setIsOpen(true)}
      >
        Replace…
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`Replace “${name}”?`}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" isBusy={isSending} onClick={() => void replace()}>
              Replace cohort
            </Button>
          </>
        }
      >
        <div className={stack['section']}>
          <Changes changes={live.data?.changes ?? null} />
          <p className={stack['muted']}>
            The cohort keeps its name and description and gets a new id. Its current members can no longer be shown.
          </p>
          {failure && <Notice tone="error" title={failure.message} />}
        </div>
      </Dialog>
    </>
  )
}

type ChangeCounts = NonNullable<NonNullable<RulesBuilder['live']['data']>['changes']>

function Changes({ changes }: { changes: ChangeCounts | null }) {
  if (changes === null) return <p>The numbers of individuals who enter and leave are hidden.</p>
  const rows = [
    ['enter', changes.entered],
    ['leave', changes.left],
    ['stay', changes.stayed],
  ] as const
  return (
    <ul>
      {rows.map(([what, count]) => (
        <li key={what}>
          {count === null ? formatSize(count) : countOf(count, 'individual')} {what}
        </li>
      ))}
    </ul>
  )
}
