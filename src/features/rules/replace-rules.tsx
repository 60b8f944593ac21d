import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { rulesDependants } from '#contract/dependants.ts'
import { countOf, formatSize } from '#domain/numbers.ts'
import { refetchCohorts } from '#entities/cohorts/building/save-cohorts.ts'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { DependantsList } from '#entities/dialogs/dependants-list.tsx'
import { ReplaceDialog } from '#entities/dialogs/replace-dialog.tsx'
import type { RulesRequest } from '#entities/rules/saved-rules.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { replaceRules } from '#features/rules/save-rules.ts'
import type { RulesBuilder } from '#features/rules/use-rules-builder.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'
import stack from '#ui/stack.module.css'

interface ReplaceRulesProps {
  builder: RulesBuilder
  cohortId: number
}

/** Replaces the edited cohort by one of the same name with the rules of the draft, once confirmed. */
export function ReplaceRules({ builder, cohortId }: ReplaceRulesProps) {
  const services = useServices()
  const showNext = useNextScreen()
  const cohort = useAtomValue(cohortAtom(cohortId)).data
  const { request, missing, live, isChanged, discard } = builder
  const canRerun = useAtomValue(isOfferedAtom)(rulesDependants)
  // Only dependants that the user has seen are run again.
  const [shownFor, setShownFor] = useState<RulesRequest | null>(null)
  const { send, ...sending } = useSending((sent: RulesRequest) =>
    replaceRules(services, cohortId, sent, { version: cohort?.version ?? null, rerun: shownFor === sent }),
  )
  const name = cohort?.name ?? ''

  const replace = async () => {
    if (request === null) return
    const replaced = await send(request)
    if (replaced === null) return
    discard()
    await showNext({ id: 'cohort.show', args: { cohortId: replaced.value } }, `Cohort “${name}” replaced.`)
    await refetchCohorts(services.queryClient)
  }
  return (
    <ReplaceDialog
      {...sending}
      kind="cohort"
      name={name}
      because={missing ?? (live.data === undefined || live.isOlder ? 'Wait for the preview.' : null)}
      isChanged={isChanged}
      lead={builder.lead}
      onReplace={replace}
    >
      <Changes changes={live.data?.changes ?? null} />
      {canRerun && request !== null && <RulesDependants cohortId={cohortId} request={request} onShown={setShownFor} />}
      <p className={stack['muted']}>
        The cohort keeps its name and description and gets a new id. The current cohort is deleted.
      </p>
    </ReplaceDialog>
  )
}

interface RulesDependantsProps {
  cohortId: number
  request: RulesRequest
  onShown: (request: RulesRequest) => void
}

function RulesDependants({ cohortId, request, onShown }: RulesDependantsProps) {
  const { parentId, rules } = request
  const query = useCall({
    endpoint: rulesDependants,
    request: { cohortId, parentId, rules },
    key: 'rules-dependants',
    // A deletion or a new cohort changes the list.
    staleTime: 0,
  })
  return <DependantsList query={query} onShown={useCallback(() => onShown(request), [onShown, request])} />
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
