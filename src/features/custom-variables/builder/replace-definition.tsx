import { useQuery } from '@tanstack/react-query'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import type { Construct, ConstructPreview } from '#contract/shapes/entities.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { UNKNOWN_VALUE_WORDS } from '#domain/missing-labels.ts'
import { countOf, formatSize } from '#domain/numbers.ts'
import { ReplaceDialog } from '#entities/dialogs/replace-dialog.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { ConstructDependants, useReplacement } from '#features/custom-variables/builder/construct-dependants.tsx'
import { constructRequest } from '#features/custom-variables/draft-request.ts'
import type { CustomVariableDraft } from '#features/custom-variables/draft.ts'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'
import stack from '#ui/stack.module.css'

interface ReplaceDefinitionProps {
  builder: CustomVariableBuilder
  edited: Construct
}

/** Replaces the edited custom variable by one of the same name with the definition of the draft, once confirmed. */
export function ReplaceDefinition({ builder, edited }: ReplaceDefinitionProps) {
  const showNext = useNextScreen()
  const { name } = edited
  const { draft, requirements, isChanged, discard } = builder
  const {
    sending: { send, ...sending },
    setShownFor,
  } = useReplacement(edited)
  const request = constructRequest({ ...draft, name })
  const replace = async () => {
    const replaced = await send(request)
    if (replaced === null) return
    discard()
    await showNext({ id: 'variable.show', args: { variableName: name } }, `Custom variable “${name}” replaced.`)
  }
  return (
    <ReplaceDialog
      {...sending}
      kind="custom variable"
      name={name}
      because={requirements[0]?.words ?? null}
      isChanged={isChanged}
      lead={builder.lead}
      onReplace={replace}
    >
      <Changes draft={draft} name={name} />
      <ConstructDependants edited={edited} request={request} onShown={setShownFor} />
      <p className={stack['muted']}>
        The custom variable keeps its name and gets a new id. The current custom variable is deleted.
      </p>
    </ReplaceDialog>
  )
}

/** The individuals whose value changes, from the saved variable to the draft. */
function Changes({ draft, name }: { draft: CustomVariableDraft; name: string }) {
  const { call, queryClient } = useServices()
  const request = { ...constructRequest({ ...draft, name: '' }), cross: name }
  const query = useQuery(
    {
      queryKey: ['construct-changes', request],
      queryFn: async ({ signal }) => valueOrThrow(await call(constructPreview, request, { signal })),
    },
    queryClient,
  )
  return <QueryResult query={query}>{({ cross }) => <ChangeList changes={changesOf(cross?.data ?? [])} />}</QueryResult>
}

function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p>No individual gets another value.</p>
  return (
    <ul>
      {changes.map(({ from, to, count }) => (
        <li key={`${from} ${to}`}>
          {from} → {to}: {count === null ? formatSize(count) : countOf(count, 'individual')}
        </li>
      ))}
    </ul>
  )
}

interface Change {
  readonly from: string
  readonly to: string
  /** Null if suppressed. */
  readonly count: number | null
}

/** The pairs of different values in a cross-tabulation of the draft with the saved variable, the largest first. */
export function changesOf(pairs: NonNullable<ConstructPreview['cross']>['data']): Change[] {
  return pairs
    .map(([to, from, count]) => ({ from: wordsOf(from), to: wordsOf(to), count }))
    .filter(({ from, to, count }) => from !== to && count !== 0)
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
}

function wordsOf(value: string | null): string {
  if (value === null) return 'no value'
  return value === UNKNOWN_VALUE ? UNKNOWN_VALUE_WORDS : value
}
