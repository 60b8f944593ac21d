import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { Variable } from '#contract/shapes/entities.ts'
import { variableDistribution } from '#contract/variables.ts'
import { isCoded, isDateType, isNumber } from '#domain/data-types.ts'
import { TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { ComparedAnswers } from '#entities/comparing/compared-answers.tsx'
import { SeveralAnswersNote } from '#entities/counts/count-notes.tsx'
import { answerCondition, Narrow } from '#entities/counts/narrow.tsx'
import { isOfferedAtom } from '#entities/session/session.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { useRoving } from '#ui/use-roving.ts'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import stack from '#ui/stack.module.css'

interface AnswersTableProps {
  variable: Variable
  /** The variable, counted in each of the cohorts. */
  counted: readonly Variable[]
  cohortIds: readonly number[]
}

/** Answers in several cohorts: numbers and dates on equal bins, others in a table whose counts lead to individuals. */
export function AnswersTable(props: AnswersTableProps) {
  const { variable, cohortIds } = props
  const cohorts = useAtomValue(cohortsAtom).data
  const hasSpread = useAtomValue(isOfferedAtom)(variableDistribution)
  if (!hasSpread || !(isNumber(variable.dataType) || isDateType(variable.dataType))) return <TopAnswers {...props} />
  const names = cohortIds.map((id) => cohorts?.find(({ cohortId }) => cohortId === id)?.name ?? `cohort ${id}`)
  return <ComparedAnswers variable={variable} cohortIds={cohortIds} names={names} Frame={PictureFrame} />
}

function TopAnswers({ variable, counted, cohortIds }: AnswersTableProps) {
  const cohorts = useAtomValue(cohortsAtom).data
  const rows = answerRows(variable, counted)
  const linked = rows.flatMap(({ value, counts }, row) =>
    counts.flatMap((count, column) => (count && answerCondition(variable, value) ? row * counted.length + column : [])),
  )
  const { stop, ...roving } = useRoving(linked, counted.length)
  const nameOf = (index: number) =>
    cohorts?.find((cohort) => cohort.cohortId === cohortIds[index])?.name ?? `cohort ${cohortIds[index]}`
  const columns: Column<AnswerRow>[] = [
    {
      key: 'answer',
      header: 'Answer',
      cell: ({ value }) => (value === null ? 'values not shown (no access)' : valueWords(variable, value)),
    },
    ...counted.map((one, index) => ({
      key: `cohort ${cohortIds[index] ?? index}`,
      header: nameOf(index),
      align: 'end' as const,
      cell: (row: AnswerRow) => {
        const { value, counts } = row
        const count = counts[index] ?? null
        const where = answerCondition(variable, value)
        const place = rows.indexOf(row) * counted.length + index
        return (
          <Cell
            count={count}
            whole={one.observations}
            first={index === 0 ? null : shareOf(counts[0] ?? null, counted[0]?.observations ?? 0)}
          >
            {count && where && (
              <span data-stop={place}>
                <Narrow
                  words={`${variable.variableName} ${valueWords(variable, value ?? '')} in ${nameOf(index)}`}
                  look="number"
                  {...(cohortIds[index] !== undefined && { parentId: cohortIds[index] })}
                  where={where}
                  isInGrid={place !== stop}
                >
                  {formatCount(count)}
                </Narrow>
              </span>
            )}
          </Cell>
        )
      },
    })),
  ]
  return (
    <>
      <p className={stack['muted']}>
        Percent of the answers:{' '}
        {counted.map((one, place) => `${nameOf(place)} ${formatCount(one.observations)}`).join(', ')}. Differences in
        percentage points from {nameOf(0)}.
      </p>
      <SeveralAnswersNote dataType={variable.dataType} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus among the links of the cells */}
      <div {...roving}>
        <DataTable label="Answers by cohort" columns={columns} rows={rows} rowKey={({ value }) => value ?? ''} />
      </div>
    </>
  )
}

function shareOf(count: number | null, whole: number): number | null {
  return count === null || whole === 0 ? null : (100 * count) / whole
}

interface CellProps {
  count: number | null
  whole: number
  /** The share in the first cohort; null in its own column. */
  first: number | null
  /** The count with its links, if there are any. */
  children: ReactNode
}

function Cell({ count, whole, first, children }: CellProps) {
  if (count === null) return '–'
  const share = shareOf(count, whole)
  const difference = share === null || first === null ? null : share - first
  return (
    <>
      {children || formatCount(count)} <span className={stack['muted']}>{formatShare(count, whole)}</span>
      {difference !== null && <strong> {`${difference >= 0 ? '+' : '−'}${Math.abs(difference).toFixed(1)}`}</strong>}
    </>
  )
}

/** One answer with its counts in several cohorts; null if a cohort's list lacks it. */
interface AnswerRow {
  readonly value: string | null
  readonly counts: readonly (number | null)[]
}

/**
 * One variable's answers in several cohorts, aligned: in the order of the possible values if these are listed,
 * otherwise by the first cohort's counts. A value absent from a complete list has the count 0.
 */
export function answerRows(variable: Variable, counted: readonly Variable[]): readonly AnswerRow[] {
  const seen = counted.flatMap(({ topAnswers: answers }) => answers.map(([value]) => value))
  const coded = isCoded(variable.dataType) ? variable.possibleValues : []
  const isListed = coded.length > 0 && coded.length <= 2 * TOP_ANSWERS_SHOWN
  const values = [...new Set<string | null>([...(isListed ? coded : []), ...seen])]
  return values.map((value) => ({
    value,
    counts: counted.map(({ topAnswers: answers }) => {
      const found = answers.find(([answer]) => answer === value)
      if (found) return found[1]
      return answers.length < TOP_ANSWERS_SHOWN ? 0 : null
    }),
  }))
}
