import { lazy, Suspense, type ReactNode } from 'react'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { NUMBER_INPUT } from '#domain/data-types/number.ts'
import { DESCRIPTION_MAX } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { FormulaField } from '#features/custom-variables/score/formula-field.tsx'
import { ScoreFields } from '#features/custom-variables/score/score-fields.tsx'
import { rangeProblem } from '#features/custom-variables/score/score-meaning.ts'
import {
  useScoreBuilder,
  type ScoreBuilder,
  type ScoreDraft,
} from '#features/custom-variables/score/use-score-builder.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BuilderFrame, type LiveCount } from '#workspace/builder-frame.tsx'
import styles from '#features/custom-variables/score/score.module.css'
import stack from '#ui/stack.module.css'

const ScoreResult = lazy(async () => ({
  default: (await import('#features/custom-variables/score/score-result.tsx')).ScoreResult,
}))
const SavedScore = lazy(async () => ({
  default: (await import('#features/custom-variables/score/saved-score.tsx')).SavedScore,
}))
const BegunScore = lazy(async () => ({
  default: (await import('#features/custom-variables/score/saved-score.tsx')).BegunScore,
}))

interface Begun {
  readonly variableNames?: readonly string[]
  /** The custom variable to start from. */
  readonly from?: string
  /** Whether a saved definition is edited. */
  readonly isEdit?: boolean
}

/** Computes a number from the answers to several variables. */
export default function ScoreScreen({ args }: ScreenProps<Begun>) {
  const { variableNames = [], from, isEdit = false } = args
  if (from !== undefined)
    return (
      <Suspense fallback={<Skeleton />}>
        <SavedScore key={from} name={from} isEdit={isEdit} />
      </Suspense>
    )
  if (variableNames.length === 0) return <ScoreOf initial={EMPTY_SCORE} />
  return (
    <Suspense fallback={<Skeleton />}>
      <BegunScore key={variableNames.join()} names={variableNames} />
    </Suspense>
  )
}

export const EMPTY_SCORE: ScoreDraft = { formula: '', name: null, description: '', unit: '', least: '', most: '' }

const NONE: readonly string[] = []

interface ScoreOfProps {
  initial: ScoreDraft
  /** The replacement of the score whose formula is edited. */
  replace?: (builder: ScoreBuilder) => ReactNode
  /** The variables that cannot be added up and are left out. */
  leftOut?: readonly string[]
}

export function ScoreOf({ initial, replace, leftOut = NONE }: ScoreOfProps) {
  const builder = useScoreBuilder(initial, replace !== undefined)
  const { draft, problem, missing, change, saving, nameProblem } = builder
  const setFormula = (formula: string) => change({ formula }, 'formula')
  return (
    <BuilderFrame
      isWide
      definition={
        <div className={stack['section']}>
          {leftOut.length > 0 && (
            <Notice
              title={`${countOf(leftOut.length, 'variable')} left out: not a number, and no codes that are numbers.`}
            >
              {leftOut.join(', ')}
            </Notice>
          )}
          <ScoreFields formula={draft.formula} isKnown={builder.isKnown} onChange={setFormula} />
          <FormulaField value={draft.formula} problem={problem} onChange={setFormula} />
          <RangeFields builder={builder} />
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
      result={
        <Suspense fallback={<Skeleton />}>
          <ScoreResult builder={builder} />
        </Suspense>
      }
      count={liveCountOf(builder)}
      todo={missing !== null && problem === null && <p className={stack['muted']}>{missing}</p>}
      name={
        <TextField
          label={replace ? 'Name of the copy' : 'Name'}
          value={draft.name}
          onChange={(name) => change({ name }, 'name')}
          pattern={VARIABLE_NAME.input}
          problemOf={nameProblem}
          refusal={saving.failure?.status === 409 ? saving.failure.message : null}
        />
      }
      saveLabel={replace && 'Replace…'}
      actions={replace?.(builder)}
      failure={
        saving.failure && saving.failure.status !== 409 ? (
          <Notice tone="error" title={saving.failure.issues[0]?.message ?? saving.failure.message} />
        ) : null
      }
    />
  )
}

/** The unit and the expected range, which are saved in the description. */
function RangeFields({ builder: { draft, change } }: { builder: ScoreBuilder }) {
  const problem = rangeProblem(draft)
  return (
    <div className={styles['range']}>
      <TextField
        label="Expected from"
        value={draft.least}
        onChange={(least) => change({ least }, 'least')}
        pattern={NUMBER_INPUT}
        inputMode="decimal"
        isOptional
      />
      <TextField
        label="Expected to"
        value={draft.most}
        onChange={(most) => change({ most }, 'most')}
        pattern={NUMBER_INPUT}
        problemOf={() => problem}
        inputMode="decimal"
        isOptional
      />
      <TextField
        label="Unit"
        value={draft.unit}
        onChange={(unit) => change({ unit }, 'unit')}
        pattern={/^[^.]{0,40}$/}
        isOptional
      />
    </div>
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
