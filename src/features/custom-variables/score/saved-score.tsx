import { useQuery } from '@tanstack/react-query'
import type { Construct } from '#contract/shapes/entities.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { customVariableTypeName } from '#domain/custom-variables/custom-variables.ts'
import { scoreProblem } from '#domain/scores/score-problem.ts'
import { freeVariableName } from '#domain/text/suggested-names.ts'
import { ReplaceDialog } from '#entities/dialogs/replace-dialog.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import { ConstructDependants, useReplacement } from '#features/custom-variables/builder/construct-dependants.tsx'
import { EMPTY_FORM, textOfForm } from '#features/custom-variables/score/score-form.ts'
import { meaningIn } from '#features/custom-variables/score/score-meaning.ts'
import { EMPTY_SCORE, ScoreOf } from '#features/custom-variables/score/score-screen.tsx'
import type { ScoreBuilder } from '#features/custom-variables/score/use-score-builder.ts'
import { loadConstruct } from '#features/custom-variables/use-cases.ts'
import { Notice } from '#ui/notice.tsx'
import { useNextScreen } from '#workspace/use-next-screen.ts'
import stack from '#ui/stack.module.css'

/** A builder that starts with the formula of a saved score. */
export function SavedScore({ name, isEdit }: { name: string; isEdit: boolean }) {
  const { call, queryClient } = useServices()
  const query = useQuery(
    {
      queryKey: ['custom-variable-start', name],
      queryFn: async ({ signal }) => valueOrThrow(await loadConstruct(call, name, signal)),
    },
    queryClient,
  )
  return (
    <QueryResult query={query}>
      {({ construct }) => {
        const type = construct.constructType || construct.variableType
        if (type !== SCORE) {
          return (
            <Notice tone="error" title={`${construct.name} was not made by this builder.`}>
              {customVariableTypeName(type)}
            </Notice>
          )
        }
        const { formula, description } = construct
        const name = freeVariableName(construct.name, () => false)
        const initial = { formula, name, ...meaningIn(description) }
        return (
          <ScoreOf
            initial={initial}
            {...(isEdit && { replace: (builder) => <ReplaceScore builder={builder} edited={construct} /> })}
          />
        )
      }}
    </QueryResult>
  )
}

/** A builder that starts with the sum of those of the variables that can be added up. */
export function BegunScore({ names }: { names: readonly string[] }) {
  const { call, queryClient } = useServices()
  const query = useQuery(
    {
      queryKey: ['variable', 'score-start', ...names],
      queryFn: async ({ signal }) => valueOrThrow(await lookUpVariables(call, names, { signal })),
    },
    queryClient,
  )
  return (
    <QueryResult query={query}>
      {(variables) => {
        const described = new Map(variables.map((variable) => [variable.variableName, variable]))
        const isLeftOut = (name: string) => {
          const { dataType, possibleValues } = described.get(name) ?? {}
          if (dataType === undefined || possibleValues === undefined) return false
          return scoreProblem({ kind: 'variable', variable: { name, dataType, possibleValues } }) !== null
        }
        const used = names.filter((name) => !isLeftOut(name)).map((name) => name.toUpperCase())
        const formula = textOfForm({ ...EMPTY_FORM, names: used })
        return <ScoreOf initial={{ ...EMPTY_SCORE, formula }} leftOut={names.filter(isLeftOut)} />
      }}
    </QueryResult>
  )
}

/** Replaces the edited score by one of the same name with this formula, once confirmed. */
function ReplaceScore({ builder, edited }: { builder: ScoreBuilder; edited: Construct }) {
  const showNext = useNextScreen()
  const { name } = edited
  const {
    sending: { send, ...sending },
    setShownFor,
  } = useReplacement(edited)
  const request = { ...builder.request, name }
  return (
    <ReplaceDialog
      {...sending}
      kind="custom variable"
      name={name}
      because={builder.missing}
      isChanged={builder.isChanged}
      lead={builder.lead}
      onReplace={async () => {
        const replaced = await send(request)
        if (replaced === null) return
        builder.discard()
        await showNext({ id: 'variable.show', args: { variableName: name } }, `Custom variable “${name}” replaced.`)
      }}
    >
      <p>
        Formula before: <code>{edited.formula}</code>
      </p>
      <p>
        Formula after: <code>{builder.draft.formula}</code>
      </p>
      <ConstructDependants edited={edited} request={request} onShown={setShownFor} />
      <p className={stack['muted']}>
        The custom variable keeps its name and gets a new id. The current custom variable is deleted.
      </p>
    </ReplaceDialog>
  )
}
