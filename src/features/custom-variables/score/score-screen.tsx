import { useQuery } from '@tanstack/react-query'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { Construct } from '#contract/shapes/entities.ts'
import { SCORE, customVariableTypeName } from '#domain/custom-variables.ts'
import { DESCRIPTION_MAX } from '#domain/limits.ts'
import { freeVariableName, VARIABLE_NAME } from '#domain/names.ts'
import { formatCount } from '#domain/numbers.ts'
import { valueOrThrow } from '#entities/call-atoms.ts'
import { ReplaceButton } from '#entities/dialogs/replace-button.tsx'
import { QueryResult } from '#entities/loaded.tsx'
import { useServices } from '#entities/services.ts'
import { useSending } from '#entities/use-sending.ts'
import { replaceCustomVariable } from '#features/custom-variables/draft-request.ts'
import { FormulaField } from '#features/custom-variables/score/formula-field.tsx'
import { ScoreFields } from '#features/custom-variables/score/score-fields.tsx'
import { EMPTY_FORM, textOfForm } from '#features/custom-variables/score/score-form.ts'
import { ScoreResult } from '#features/custom-variables/score/score-result.tsx'
import {
  useScoreBuilder,
  type ScoreBuilder,
  type ScoreDraft,
} from '#features/custom-variables/score/use-score-builder.ts'
import { loadConstruct } from '#features/custom-variables/use-cases.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { BuilderFrame, type LiveCount } from '#workspace/builder-frame.tsx'
import { useNextScreen } from '#workspace/use-next-screen.ts'

interface Begun {
  readonly variableNames?: readonly string[]
  /** The custom variable to start from. */
  readonly from?: string
  /** Its definition is edited. */
  readonly isEdit?: boolean
}

/** Computes a number from the answers to several variables. */
export default function ScoreScreen({ args }: ScreenProps<Begun>) {
  const { variableNames = [], from, isEdit = false } = args
  if (from !== undefined) return <SavedScore key={from} name={from} isEdit={isEdit} />
  const formula = textOfForm({ ...EMPTY_FORM, names: variableNames.map((name) => name.toUpperCase()) })
  return <ScoreOf key={formula} initial={{ formula, name: null, description: '' }} edited={null} />
}

function SavedScore({ name, isEdit }: { name: string; isEdit: boolean }) {
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
        const initial = { formula, name: freeVariableName(construct.name, () => false), description }
        return <ScoreOf initial={initial} edited={isEdit ? construct : null} />
      }}
    </QueryResult>
  )
}

function ScoreOf({ initial, edited }: { initial: ScoreDraft; edited: Construct | null }) {
  const builder = useScoreBuilder(initial, edited)
  const { draft, problem, missing, change, saving, live } = builder
  const setFormula = (formula: string) => change({ formula }, 'formula')
  return (
    <BuilderFrame
      isWide
      definition={
        <div className={stack['section']}>
          <FormulaField value={draft.formula} problem={problem} onChange={setFormula} />
          <ScoreFields formula={draft.formula} onChange={setFormula} />
          <TextField
            label="Description"
            value={draft.description}
            onChange={(description) => change({ description }, 'description')}
            maxLength={DESCRIPTION_MAX}
            isOptional
            isMultiline
          />
        </div>
      }
      result={<ScoreResult live={live} />}
      count={liveCountOf(builder)}
      todo={missing !== null && problem === null && <p className={stack['muted']}>{missing}</p>}
      name={
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => change({ name }, 'name')}
          pattern={VARIABLE_NAME.input}
          problemOf={saving.nameProblem}
          refusal={saving.failure?.status === 409 ? saving.failure.message : null}
        />
      }
      saveLabel={edited ? 'Save as new' : undefined}
      actions={edited && <ReplaceScore builder={builder} edited={edited} />}
      failure={
        saving.failure && saving.failure.status !== 409 ? (
          <Notice tone="error" title={saving.failure.issues[0]?.message ?? saving.failure.message} />
        ) : null
      }
    />
  )
}

function liveCountOf({ live }: ScoreBuilder): LiveCount | null {
  const { data, isOlder } = live
  if (!data?.score) return null
  const { answered } = data.score
  const whole = [data.unknown, data.noRecord, data.notCounted].reduce<number>(
    (sum, count) => sum + (count ?? 0),
    answered,
  )
  return { text: formatCount(answered), base: `of ${formatCount(whole)} get a score`, isOlder }
}

/** Replaces the edited score by one of the same name with this formula, once confirmed. */
function ReplaceScore({ builder, edited }: { builder: ScoreBuilder; edited: Construct }) {
  const services = useServices()
  const showNext = useNextScreen()
  const { name } = edited
  const { send, ...sending } = useSending(() => replaceCustomVariable(services, edited, { ...builder.request, name }))
  return (
    <ReplaceButton
      {...sending}
      kind="custom variable"
      name={name}
      because={builder.missing}
      onReplace={async () => {
        const replaced = await send(undefined)
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
      <p className={stack['muted']}>
        The custom variable keeps its name and gets a new id. The current custom variable is deleted.
      </p>
    </ReplaceButton>
  )
}
