import { useAtomValue } from 'jotai'
import { cohortDescribe } from '#contract/describing.ts'
import type { DescribedVariable } from '#contract/shapes/entities.ts'
import { isNumber } from '#domain/data-types.ts'
import { DESCRIBED_AT_ONCE_MAX } from '#domain/limits.ts'
import { APART, differencesOf, largestOf, type Figure } from '#domain/statistics/group-differences.ts'
import { useRecordedDiagnosis } from '#entities/cohorts/recorded-diagnosis.ts'
import { useDefinedBy } from '#entities/rules/version-groups.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import styles from '#features/comparing/comparison.module.css'
import stack from '#ui/stack.module.css'

interface Difference {
  readonly key: string
  readonly title: string
  /** Whether a definition of the cohorts asks for it: then it differs by construction. */
  readonly isDefining: boolean
  readonly isNumber: boolean
  /** Of each further cohort from the first. */
  readonly figures: readonly Figure[]
}

interface LargestDifferencesProps {
  cohortIds: readonly number[]
  names: readonly string[]
  /** Titles of described questions, by the name of the variable. */
  titles: ReadonlyMap<string, string>
  /** The answers to those questions; undefined while they load, and if they are not counted. */
  described: readonly DescribedVariable[] | undefined
  /** Whether answers may be counted. */
  isCounted: boolean
  /** Whether they may still come. */
  isComing: boolean
}

/**
 * What differs most between cohorts: sex, age, diagnosis, and the variables of the working set. Those of their
 * definitions, which differ by construction, come last.
 */
export function LargestDifferences(props: LargestDifferencesProps) {
  const { cohortIds, names, titles, described, isCounted, isComing } = props
  const definedBy = useDefinedBy(cohortIds)
  const defining = definedBy?.map(([name]) => name) ?? []
  const workingSet = useAtomValue(workingSetAtom)
  const { data: catalog, isPending } = useAtomValue(catalogAtom)
  const isKnown = new Set(catalog?.map(({ variableName }) => variableName))
  const asked = [...new Set([...workingSet, ...defining])]
    .filter((name) => isKnown.has(name) && !titles.has(name))
    .slice(0, DESCRIBED_AT_ONCE_MAX)
  const more = useCall({
    endpoint: cohortDescribe,
    request: isCounted && asked.length > 0 ? { cohortIds: [...cohortIds], variableNames: asked, questions: [] } : null,
    key: 'describe-differences',
  })
  const diagnosis = useDiagnosis(cohortIds)
  if (isComing || diagnosis === null || more.isLoading || (isCounted && (definedBy === null || isPending))) {
    return (
      <section className={stack['section']} aria-label="Largest differences">
        <h3>Largest differences</h3>
        <Skeleton shape="rows" lines={5} />
      </section>
    )
  }
  const ofVariables = [...(described ?? []), ...(more.data?.data ?? [])].map(
    ({ variableName, dataType, question, groups }): Difference => ({
      key: variableName,
      title: titles.get(variableName) ?? (question.replaceAll('|', ' ').trim() || variableName),
      isDefining: defining.includes(variableName),
      isNumber: isNumber(dataType),
      figures: differencesOf(dataType, groups),
    }),
  )
  const rows = [...diagnosis, ...ofVariables]
    .flatMap((row) => {
      const largest = row.figures.some(isApart) ? Infinity : largestOf(row.figures)
      return largest === null ? [] : [{ ...row, largest }]
    })
    .toSorted((one, other) => Number(one.isDefining) - Number(other.isDefining) || other.largest - one.largest)
  if (rows.length === 0) return null
  const [first = '', ...others] = names
  const columns: readonly Column<Difference>[] = [
    {
      key: 'what',
      header: 'What',
      cell: ({ title, isDefining }) => (
        <>
          <span dir="auto">{title}</span>
          {isDefining && <span className={stack['muted']}> (in a definition)</span>}
        </>
      ),
    },
    ...others.map((name, place): Column<Difference> => ({
      key: `difference ${place}`,
      header: others.length === 1 ? 'Difference' : name,
      cell: ({ figures, isNumber: hasDirection }) => differenceWords(figures[place], hasDirection),
    })),
  ]
  return (
    <section className={stack['section']} aria-label="Largest differences">
      <h3>Largest differences</h3>
      <div className={styles['differences']}>
        <DataTable label="Largest differences" columns={columns} rows={rows} rowKey={({ key }) => key} />
      </div>
      <p className={stack['muted']}>
        Standardised difference from {first}
        {others.length === 1 && <>, “higher” in {others[0]}</>}: from 0.2 small, from 0.5 moderate, from 0.8 large. Only
        answers are compared.
      </p>
    </section>
  )
}

/** The diagnoses of the members as one row; null while they load. */
function useDiagnosis(cohortIds: readonly number[]): readonly Difference[] | null {
  const recorded = useRecordedDiagnosis(cohortIds)
  if (!recorded) return recorded === null ? null : []
  const figures = differencesOf('categorical', recorded.groups)
  return [{ key: 'diagnosis', title: 'Diagnosis', isDefining: false, isNumber: false, figures }]
}

/** The bounds of Cohen (1988). */
const SIZES = [
  [0.8, 'large'],
  [0.5, 'moderate'],
  [0.2, 'small'],
  [0, 'little or none'],
] as const

/** Whether a figure has no size because the groups differ altogether. */
function isApart(figure: Figure): boolean {
  return 'because' in figure && figure.because === APART
}

/** "0.83, large, higher": the size, and of a mean its direction. */
export function differenceWords(figure: Figure | undefined, hasDirection: boolean): string {
  if (figure === undefined) return ''
  if (isApart(figure)) return `complete: ${APART.toLowerCase()}`
  if ('because' in figure) return `– ${figure.because}`
  const size = Math.abs(figure.value)
  const words = SIZES.find(([bound]) => size >= bound)?.[1] ?? ''
  const direction = hasDirection && size >= SIZES[2][0] ? (figure.value > 0 ? ', higher' : ', lower') : ''
  return `${size.toFixed(2)}, ${words}${direction}`
}
