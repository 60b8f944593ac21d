import { useAtomValue } from 'jotai'
import { countOf, formatSize } from '#domain/numbers.ts'
import { cohortAtom } from '#entities/cohorts.ts'
import { ReplaceButton } from '#entities/dialogs/replace-button.tsx'
import { useServices } from '#entities/services.ts'
import { useSending } from '#entities/use-sending.ts'
import { replaceRules } from '#features/cohorts/rules/rule-requests.ts'
import type { RulesRequest } from '#features/cohorts/rules/rules-state.ts'
import type { RulesBuilder } from '#features/cohorts/rules/use-rules-builder.ts'
import stack from '#ui/stack.module.css'
import { useNextScreen } from '#workspace/use-next-screen.ts'

interface ReplaceRulesProps {
  builder: RulesBuilder
  cohortId: number
}

/** Replaces the edited cohort by one of the same name with the rules of the draft, once confirmed. */
export function ReplaceRules({ builder, cohortId }: ReplaceRulesProps) {
  const services = useServices()
  const showNext = useNextScreen()
  const cohort = useAtomValue(cohortAtom(cohortId)).data
  const { request, missing, live, discard } = builder
  const { send, ...sending } = useSending((sent: RulesRequest) =>
    replaceRules(services, cohortId, sent, cohort?.version ?? null),
  )
  const name = cohort?.name ?? ''

  const replace = async () => {
    if (request === null) return
    const replaced = await send(request)
    if (replaced === null) return
    discard()
    await showNext({ id: 'cohort.show', args: { cohortId: replaced.value } }, `Cohort “${name}” replaced.`)
  }
  return (
    <ReplaceButton
      {...sending}
      kind="cohort"
      name={name}
      because={missing ?? (live.data === undefined || live.isOlder ? 'Wait for the preview.' : null)}
      onReplace={replace}
    >
      <Changes changes={live.data?.changes ?? null} />
      <p className={stack['muted']}>
        The cohort keeps its name and description and gets a new id. The current cohort is deleted.
      </p>
    </ReplaceButton>
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
