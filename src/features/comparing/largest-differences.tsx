import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { cohortDescribe } from '#contract/describing.ts'
import type { DescribedVariable } from '#contract/shapes/entities.ts'
import { isNumber } from '#domain/data-types.ts'
import { DESCRIBED_AT_ONCE_MAX } from '#domain/limits.ts'
import { formatSize } from '#domain/numbers.ts'
import type { Question } from '#domain/question-versions.ts'
import { APART, differencesOf, largestOf, type Figure } from '#domain/statistics/group-differences.ts'
import { useRecordedDiagnosis } from '#entities/cohorts/recorded-diagnosis.ts'
import { useDefinedBy } from '#entities/rules/version-groups.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { useOtherVersions } from '#entities/variables/other-versions.ts'
import { useQuestions } from '#entities/variables/use-questions.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { describedRows } from '#features/comparing/sex-and-age-compared.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import styles from '#features/comparing/comparison.module.css'
import stack from '#ui/stack.module.css'

interface Difference {
  readonly key: string
  readonly title: string
  readonly isNumber: boolean
  /** Individuals with an answer, by cohort; null if suppressed. */
  readonly answered: readonly (number | null)[]
  /** Of each further cohort from the first. */
  readonly figures: readonly Figure[]
}

interface LargestDifferencesProps {
  cohortIds: readonly number[]
  names: readonly string[]
  /** Titles of described questions, by the names of their versions. */
  titles: ReadonlyMap<string, string>
  /** The answers to those questions; undefined while they load, and if they are not counted. */
  described: readonly DescribedVariable[] | undefined
  /** Whether answers may be counted. */
  isCounted: boolean
  /** Whether they may still come. */
  isComing: boolean
}

/**
 * What differs most between cohorts: sex, age, diagnosis, and the questions of the working set, with all their versions.
 * Those of the definitions differ by construction and stand apart.
 */
export function LargestDifferences(props: LargestDifferencesProps) {
  const { cohortIds, names, titles, described, isCounted, isComing } = props
  const definedBy = useDefinedBy(cohortIds)
  const defining = new Set(definedBy?.flat())
  const workingSet = useAtomValue(workingSetAtom)
  const { data: catalog, isPending } = useAtomValue(catalogAtom)
  const isKnown = new Set(catalog?.map(({ variableName }) => variableName))
  const named = [...new Set([...workingSet, ...defining])].filter((name) => isKnown.has(name) && !titles.has(name))
  const key = named.join()
  // oxlint-disable-next-line react/exhaustive-deps -- the list is new on each render
  const questions = useMemo(() => named.map((name): Pick<Question, 'names'> => ({ names: [name] })), [key])
  const others = useOtherVersions(questions)
  const rows = useQuestions(isCounted ? [...new Set([...named, ...[...others.values()].flat()])] : [], [])
  const asked = rows?.questions.slice(0, DESCRIBED_AT_ONCE_MAX).map((question) => question.names) ?? []
  const more = useCall({
    endpoint: cohortDescribe,
    request: asked.length > 0 ? { cohortIds: [...cohortIds], ...describedRows(asked) } : null,
    key: 'describe-differences',
  })
  const diagnosis = useDiagnosis(cohortIds)
  const isWaiting = isCounted && (definedBy === null || isPending || rows === null)
  if (isComing || diagnosis === null || more.isLoading || isWaiting) {
    return (
      <section className={stack['section']} aria-label="Largest differences">
        <h3>Largest differences</h3>
        <Skeleton shape="rows" lines={5} />
      </section>
    )
  }
  const answers = [...(described ?? []), ...(more.data?.data ?? [])]
  const isDefining = ({ variableName, versions }: DescribedVariable) =>
    (versions ?? [variableName]).some((name) => defining.has(name))
  const rowOf = ({ variableName, dataType, question, groups }: DescribedVariable): Difference => ({
    key: variableName,
    title: titles.get(variableName) ?? (question.replaceAll('|', ' ').trim() || variableName),
    isNumber: isNumber(dataType),
    answered: groups.map((group) => group.answered),
    figures: differencesOf(dataType, groups),
  })
  const free = answers.filter((one) => !isDefining(one)).map(rowOf)
  return (
    <>
      <Differences title="Largest differences" names={names} rows={[...diagnosis, ...free]} />
      <Differences
        title="Questions of the definitions"
        names={names}
        rows={answers.filter((one) => isDefining(one)).map(rowOf)}
      />
      <p className={stack['muted']}>
        Standardised difference from {names[0]}
        {names.length === 2 && <>, “higher” in {names[1]}</>}: from 0.2 small, from 0.5 moderate, from 0.8 large.
        {names.length === 2 && ' n: individuals with an answer, by cohort.'} Only answers are compared.
      </p>
    </>
  )
}

const ANSWERED: Column<Difference> = {
  key: 'n',
  header: 'n',
  align: 'end',
  isMinor: true,
  width: '140px',
  cell: ({ answered }) => answered.map(formatSize).join(' / '),
}

/** The largest first; nothing without a difference that can be computed. */
function Differences({ title, names, rows }: { title: string; names: readonly string[]; rows: readonly Difference[] }) {
  const others = names.slice(1)
  const shown = rows
    .flatMap((row) => {
      const largest = row.figures.some(isApart) ? Infinity : largestOf(row.figures)
      return largest === null ? [] : [{ ...row, largest }]
    })
    .toSorted((one, other) => other.largest - one.largest)
  if (shown.length === 0) return null
  const columns: readonly Column<Difference>[] = [
    { key: 'what', header: 'What', cell: (row) => <span dir="auto">{row.title}</span> },
    ...others.map((name, place): Column<Difference> => ({
      key: `difference ${place}`,
      header: others.length === 1 ? 'Difference' : name,
      // The columns of both tables stand below each other.
      ...(others.length === 1 && { width: '150px' }),
      cell: ({ figures, isNumber: hasDirection }) => differenceWords(figures[place], hasDirection),
    })),
    // More numbers would leave the questions no room.
    ...(others.length === 1 ? [ANSWERED] : []),
  ]
  return (
    <section className={stack['section']} aria-label={title}>
      <h3>{title}</h3>
      <div className={styles['differences']}>
        <DataTable label={title} columns={columns} rows={shown} rowKey={({ key }) => key} />
      </div>
    </section>
  )
}

/** The diagnoses of the members as one row; null while they load. */
function useDiagnosis(cohortIds: readonly number[]): readonly Difference[] | null {
  const recorded = useRecordedDiagnosis(cohortIds)
  if (!recorded) return recorded === null ? null : []
  const figures = differencesOf('categorical', recorded.groups)
  const answered = recorded.groups.map((group) => group.answered)
  return [{ key: 'diagnosis', title: 'Diagnosis', isNumber: false, answered, figures }]
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
