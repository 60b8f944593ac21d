import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { useRunCommand } from '#command-kit/hooks.ts'
import { variableAgainst } from '#contract/against.ts'
import { cohortDescribe } from '#contract/describing.ts'
import { DESCRIBED_GROUPS_MAX, ROOT_COHORT_ID, UNKNOWN_VALUE } from '#domain/limits.ts'
import { UNABLE_TO_GET_VARIABLE } from '#domain/messages.ts'
import { formatCount } from '#domain/numbers.ts'
import { drawnWords, FAMILY_SEED, pWords, RELATED, WITHHELD_FOR_RELATIVES } from '#domain/statistics/relatives.ts'
import { CohortPicker } from '#entities/cohorts/cohort-picker.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import { cellsPicture, mosaicPicture, type Plotted } from '#features/variables/against/against-pictures.ts'
import { PlotFrame } from '#features/variables/against/plot-frame.tsx'
import { Fact } from '#features/variables/variable/fact.tsx'
import { CheckOption } from '#ui/forms/check-option.tsx'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

interface AgainstArgs {
  readonly variableName: string
  readonly otherVariableName: string
  readonly cohortId?: number
}

const BoxesPlot = lazy(() => import('#features/variables/against/boxes-plot.tsx'))
const PointsPlot = lazy(() => import('#features/variables/against/points-plot.tsx'))

/** Data types that can be drawn. */
const DRAWN = ['numberrange', 'categorical'] as const

/** A variable against another in a cohort: a mosaic of categories, points or bins of numbers, box plots by a category. */
export default function AgainstScreen({ args }: ScreenProps<AgainstArgs>) {
  const { variableName, otherVariableName, cohortId = ROOT_COHORT_ID } = args
  const run = useRunCommand()
  const first = useAtomValue(variableAtom({ name: variableName })).data
  const second = useAtomValue(variableAtom({ name: otherVariableName })).data
  const isUnknown = first === null || second === null
  const drawn = useCall({
    endpoint: variableAgainst,
    request: isUnknown ? null : { variableName, otherVariableName, cohortId },
    key: 'against',
  })
  const change = (changed: Partial<AgainstArgs>) =>
    void run({ id: 'variable.plot-against', args: { ...args, ...changed } })
  const swapped = { ...args, variableName: otherVariableName, otherVariableName: variableName }
  const refuse = (name: string) =>
    name === variableName || name === otherVariableName ? 'This variable is already shown.' : null
  return (
    <div className={stack['screen']}>
      <div className={styles['choices']}>
        <VariablePicker
          label="Variable"
          variableName={variableName}
          dataTypes={DRAWN}
          refuse={refuse}
          onChoose={(name) => change({ variableName: name })}
        />
        <VariablePicker
          label="Against"
          variableName={otherVariableName}
          dataTypes={DRAWN}
          refuse={refuse}
          onChoose={(name) => change({ otherVariableName: name })}
        />
        <CohortPicker label="Counted in" cohortId={cohortId} onChoose={(id) => change({ cohortId: id })} />
      </div>
      <div className={stack['row']}>
        <CommandLink id="variable.plot-against" args={swapped}>
          Swap the axes
        </CommandLink>
        <CommandLink id="variable.show" args={{ variableName }}>
          {variableName}
        </CommandLink>
        <CommandLink id="variable.show" args={{ variableName: otherVariableName }}>
          {otherVariableName}
        </CommandLink>
      </div>
      <section className={styles['spread']} aria-label="Picture">
        {isUnknown ? (
          <Notice tone="error" title={UNABLE_TO_GET_VARIABLE}>
            There is no variable named “{first === null ? variableName : otherVariableName}”.
          </Notice>
        ) : first === undefined || second === undefined || drawn.isPlaceholderData ? (
          <Skeleton />
        ) : (
          <QueryResult query={drawn}>
            {(table) => <TwoVariablesView plotted={{ variables: [first, second], table }} cohortId={cohortId} />}
          </QueryResult>
        )}
      </section>
    </div>
  )
}

const NONE = 'No individual has an answer to both.'
const NONE_READABLE = 'No individual whose records you may read has an answer to both.'

function TwoVariablesView({ plotted, cohortId }: { plotted: Plotted; cohortId: number }) {
  const { table } = plotted
  const categories = table.axes.filter(({ values }) => values !== null).length
  return (
    <>
      {table.answered === 0 ? (
        <Notice title={table.leftOut.length > 0 ? NONE_READABLE : NONE}>
          Choose another variable or another cohort.
        </Notice>
      ) : categories === 1 ? (
        <NumberByCategory plotted={plotted} cohortId={cohortId} />
      ) : categories === 2 ? (
        <PlotFrame picture={mosaicPicture(plotted)} table={table} cohortId={cohortId} />
      ) : (
        <TwoNumbers plotted={plotted} cohortId={cohortId} />
      )}
      <PlotFacts plotted={plotted} cohortId={cohortId} />
    </>
  )
}

interface Shown {
  plotted: Plotted
  cohortId: number
}

/** Points if the back end lists them, and bins. */
function TwoNumbers({ plotted, cohortId }: Shown) {
  const { table } = plotted
  const frame = { table, cohortId }
  const bins = <PlotFrame key="bins" picture={cellsPicture(plotted)} {...frame} />
  if (table.points === null) return bins
  const points = (
    <Suspense fallback={<Skeleton />}>
      <PointsPlot plotted={plotted} points={table.points} cohortId={cohortId} />
    </Suspense>
  )
  return <OrBins label="Points" main={points} bins={bins} />
}

/** Box plots by the category if it has few values, and bins. */
function NumberByCategory({ plotted, cohortId }: Shown) {
  const { variables, table } = plotted
  const isOffered = useAtomValue(isOfferedAtom)
  const ofCategory = table.axes[0].values === null ? 1 : 0
  const [category, number] = [variables[ofCategory], variables[1 - ofCategory] ?? variables[0]]
  const listed = category.possibleValues.filter((value) => value !== UNKNOWN_VALUE).length
  // Answers beside the dictionary have no group.
  const isWhole = table.axes[ofCategory]?.values?.length === listed
  const hasBoxes = isOffered(cohortDescribe) && listed >= 2 && listed <= DESCRIBED_GROUPS_MAX && isWhole
  const described = useCall({
    endpoint: cohortDescribe,
    request: hasBoxes
      ? { cohortIds: [cohortId], by: category.variableName, variableNames: [number.variableName] }
      : null,
    key: 'describe-by',
  })
  const frame = { table, cohortId }
  const bins = <PlotFrame key="bins" picture={cellsPicture(plotted)} {...frame} />
  if (!hasBoxes) return bins
  const boxes = (
    <QueryResult query={described}>
      {({ data }) => (
        <Suspense fallback={<Skeleton />}>
          <BoxesPlot plotted={plotted} groups={data[0]?.groups ?? []} cohortId={cohortId} />
        </Suspense>
      )}
    </QueryResult>
  )
  return <OrBins label="Boxes" main={boxes} bins={bins} />
}

type View = 'main' | 'bins'

/** A picture, or the bins of the same two variables. */
function OrBins({ label, main, bins }: { label: string; main: ReactNode; bins: ReactNode }) {
  const [view, setView] = useState<View>('main')
  const options = [
    { value: 'main', label },
    { value: 'bins', label: 'Bins' },
  ] as const
  return (
    <>
      <ChoiceBar<View> label="Picture" value={view} options={options} onChange={setView} />
      {view === 'main' ? main : bins}
    </>
  )
}

/** Individuals with and without answers to two variables, and the correlation of two numbers. */
function PlotFacts({
  plotted: {
    variables: [first, second],
    table,
  },
  cohortId,
}: Shown) {
  const { answered, missing, correlation, leftOut } = table
  return (
    <>
      <dl className={styles['numbers']} aria-label="Summary">
        <Fact name="n" text={formatCount(answered)} />
        <Fact name={`Without ${first.variableName}`} text={formatCount(missing[0])} />
        <Fact name={`Without ${second.variableName}`} text={formatCount(missing[1])} />
        <Fact name="Without one or both" text={formatCount(missing[2])} />
      </dl>
      {correlation && (
        <CorrelationFacts
          key={`${first.variableName} ${second.variableName} ${cohortId}`}
          {...{ variables: [first, second], cohortId, correlation }}
        />
      )}
      {leftOut.length > 0 && (
        <p className={stack['muted']}>
          Not counted: {leftOut.toSorted().join(', ')}. Only individuals whose records you may read are counted.
        </p>
      )}
    </>
  )
}

interface CorrelationProps {
  readonly variables: Plotted['variables']
  readonly cohortId: number
  readonly correlation: NonNullable<Plotted['table']['correlation']>
}

/** The coefficients with their p values, which relatives have not. */
function CorrelationFacts({ variables: [first, second], cohortId, correlation }: CorrelationProps) {
  const [isOneOfEachFamily, setIsOneOfEachFamily] = useState(false)
  const drawn = useCall({
    endpoint: variableAgainst,
    request: isOneOfEachFamily
      ? {
          variableName: first.variableName,
          otherVariableName: second.variableName,
          cohortId,
          familySeed: FAMILY_SEED,
        }
      : null,
    key: 'against-of-families',
  })
  const families = correlation.relatedFamilies ?? 0
  const tested = isOneOfEachFamily ? (drawn.data?.correlation ?? null) : correlation
  const pOf = (p: number | null | undefined) =>
    p == null ? pWords({ because: families > 0 && !isOneOfEachFamily ? RELATED : '' }) : pWords({ value: p })
  return (
    <>
      <dl className={styles['numbers']} aria-label="Correlation">
        <Fact name="Pearson r" text={coefficient(tested?.pearson ?? null)} />
        <Fact name="p of r" text={pOf(tested?.pearsonP)} />
        <Fact name="Spearman ρ" text={coefficient(tested?.spearman ?? null)} />
        <Fact name="p of ρ" text={pOf(tested?.spearmanP)} />
      </dl>
      {families > 0 && (
        <>
          <CheckOption label="One of each family" isChecked={isOneOfEachFamily} onChange={setIsOneOfEachFamily} />
          <p className={stack['muted']}>
            {tested && isOneOfEachFamily ? drawnWords(tested.tested ?? 0) : WITHHELD_FOR_RELATIVES}
          </p>
        </>
      )}
      <p className={stack['muted']}>p values: t tests of r and of ρ, two-sided.</p>
    </>
  )
}

function coefficient(value: number | null): string {
  if (value === null) return '–'
  const text = Math.abs(value).toFixed(3)
  const sign = value < 0 && text !== '0.000' ? '−' : ''
  // A rounded 1 would say that the relation is exact.
  return Math.abs(value) < 1 && text === '1.000' ? `${sign}> 0.999` : `${sign}${text}`
}
