import { atom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { cohortDescribe } from '#contract/describing.ts'
import type { Cohort, Variable } from '#contract/shapes/entities.ts'
import { variableDistribution, variableLookup } from '#contract/variables.ts'
import { isNumber } from '#domain/data-types.ts'
import { NO_RECORD, noAnswerWords } from '#domain/missing-labels.ts'
import { formatCount, formatMeasure, formatShare, formatSize } from '#domain/numbers.ts'
import { cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { chosenSexAndAgeAtom, namesToFind, sexAndAgeIn } from '#entities/cohorts/sex-and-age.ts'
import {
  COMPARED_HEIGHT,
  comparedBars,
  countsOfCohort,
  type CohortAnswers,
} from '#entities/comparing/compared-spread.ts'
import { aligned, comparedSummaries } from '#entities/comparing/compared-table.tsx'
import { CountNotes } from '#entities/counts/count-notes.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { hasDisclosureControlAtom, isOfferedAtom } from '#entities/session/session.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { CohortColours, PairedBars } from '#features/comparing/paired-bars.tsx'
import { Button } from '#ui/button.tsx'
import { drawComparedBars } from '#ui/charts/compared-drawing.ts'
import { ReadableDrawingView } from '#ui/charts/readable-drawing.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import stack from '#ui/stack.module.css'

/** Diagnoses with a bar; the summaries have all. */
const MOST_ROWS = 8

interface MembersProps {
  cohorts: readonly Cohort[]
  /** The number of All Individuals; null if suppressed. */
  whole: number | null
}

/** What differs between the members: their numbers, age, sex and diagnosis. */
export default function MembersCompared({ cohorts, whole }: MembersProps) {
  const names = cohorts.map(({ name }) => name)
  const ids = cohorts.map(({ cohortId }) => cohortId)
  const isOffered = useAtomValue(isOfferedAtom)
  const isOnRequest = useAtomValue(hasDisclosureControlAtom)
  const [isRequested, setIsRequested] = useState(false)
  const isCounted = isOffered(variableDistribution) && (!isOnRequest || isRequested)
  const chosen = useAtomValue(chosenSexAndAgeAtom)
  const lookup = useCall({
    endpoint: variableLookup,
    request: isCounted ? { variableNames: namesToFind(chosen) } : null,
    key: 'pyramid-variables',
  })
  const variables = lookup.data ? sexAndAgeIn(lookup.data.data, chosen) : null
  return (
    <section className={stack['section']} aria-label="Members">
      <h2>What differs</h2>
      <Sizes cohorts={cohorts} whole={whole} age={variables?.age ?? null} />
      <CohortColours names={names} />
      <div className={stack['two']}>
        {variables && <Answers variable={variables.sex} cohortIds={ids} names={names} />}
        {variables && <Answers variable={variables.age} cohortIds={ids} names={names} />}
        <Diagnoses cohortIds={ids} names={names} />
      </div>
      {isOnRequest && !isRequested && (
        <div>
          <Button size="small" onClick={() => setIsRequested(true)}>
            Count sex and age
          </Button>
        </div>
      )}
    </section>
  )
}

/** Mean (SD) of the age beside the sizes. */
function Sizes({ cohorts, whole, age }: MembersProps & { age: Variable | null }) {
  const isOffered = useAtomValue(isOfferedAtom)
  const name = age?.variableName ?? ''
  const described = useCall({
    endpoint: cohortDescribe,
    request:
      age && isOffered(cohortDescribe)
        ? { cohortIds: cohorts.map(({ cohortId }) => cohortId), variableNames: [name] }
        : null,
    key: 'describe-age',
  })
  const groups = described.isPlaceholderData ? undefined : described.data?.data[0]?.groups
  const meanOf = (cohort: Cohort) => {
    const { mean = null, sd = null, answered = null } = groups?.[cohorts.indexOf(cohort)] ?? {}
    if (groups === undefined) return '…'
    return mean === null ? '–' : `${formatMeasure(mean, sd)} (${formatMeasure(sd)}), n = ${formatSize(answered)}`
  }
  const [first] = cohorts
  const columns: readonly Column<Cohort>[] = [
    { key: 'name', header: 'Cohort', cell: (cohort) => cohort.name },
    { key: 'size', header: 'Individuals', align: 'end', cell: (cohort) => formatSize(cohort.rowCount) },
    { key: 'share', header: 'Of all', align: 'end', isMinor: true, cell: ({ rowCount }) => shareOf(rowCount, whole) },
    {
      key: 'difference',
      header: 'vs. first',
      align: 'end',
      isMinor: true,
      cell: ({ rowCount }) => differenceOf(rowCount, first?.rowCount ?? null),
    },
    ...(age && (groups !== undefined || described.isFetching)
      ? [{ key: 'age', header: `${name}, mean (SD)`, align: 'end' as const, cell: meanOf }]
      : []),
  ]
  return <DataTable label="Sizes" columns={columns} rows={cohorts} rowKey={({ cohortId }) => String(cohortId)} />
}

function shareOf(count: number | null, whole: number | null): string {
  return count === null || whole === null ? '' : formatShare(count, whole)
}

/** How many more or fewer individuals than in the first cohort; nothing if a size is suppressed. */
export function differenceOf(count: number | null, first: number | null): string {
  if (count === null || first === null) return ''
  if (count === first) return '±0'
  const sign = count > first ? '+' : '−'
  return `${sign}${formatCount(Math.abs(count - first))} (${sign}${formatShare(Math.abs(count - first), first)})`
}

interface ComparedProps {
  cohortIds: readonly number[]
  names: readonly string[]
}

function Answers({ variable, cohortIds, names }: ComparedProps & { variable: Variable }) {
  const { variableName, dataType } = variable
  const request = { variableName, cohortIds: [...cohortIds] }
  const distribution = useCall({ endpoint: variableDistribution, request, key: 'distribution' })
  return (
    <QueryResult query={distribution}>
      {({ data }) => {
        const cohorts = data.map((spread, place): CohortAnswers => {
          const answers = { name: names[place] ?? '', spread, summary: undefined, answered: 0 }
          return { ...answers, answered: sumOf(answersOnly(variable, answers)) }
        })
        const bars = isNumber(dataType) ? comparedBars(variable, cohorts) : null
        const counts = cohorts.map((cohort) => answersOnly(variable, cohort))
        return (
          <div className={stack['section']}>
            {bars ? (
              <section className={stack['section']} aria-label={variableName}>
                <h3>{variableName}</h3>
                <PictureFrame picture={bars}>
                  <ReadableDrawingView
                    name={bars.name}
                    draw={(width) => drawComparedBars(bars.groups, width, COMPARED_HEIGHT)}
                  />
                </PictureFrame>
              </section>
            ) : (
              <PairedBars
                title={variableName}
                names={names}
                rows={aligned(counts)}
                wordsOf={(value) => valueWords(variable, value)}
                base="Percent of the individuals with an answer in each cohort."
              />
            )}
            <CountNotes leftOut={data.flatMap(({ leftOut }) => leftOut)} />
          </div>
        )
      }}
    </QueryResult>
  )
}

/** The counts without those of missing answers. */
function answersOnly(variable: Variable, cohort: CohortAnswers): ReadonlyMap<string, number | null> {
  const counts = new Map(countsOfCohort(variable, cohort))
  counts.delete(noAnswerWords(variable.dataType))
  counts.delete(NO_RECORD)
  return counts
}

function sumOf(counts: ReadonlyMap<string, number | null>): number {
  return [...counts.values()].reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

function Diagnoses({ cohortIds, names }: ComparedProps) {
  const key = cohortIds.join()
  const summariesAtom = useMemo(
    () => atom((get) => key.split(',').map((id) => get(cohortSummaryAtom(Number(id))).data)),
    [key],
  )
  const summaries = useAtomValue(summariesAtom)
  if (summaries.some((summary) => summary === undefined)) return null
  const rows = comparedSummaries(
    summaries.map((summary) => summary?.data ?? []),
    'dxNimh',
  )
  const largest = (cells: (typeof rows)[number]['cells']) => Math.max(...cells.map(({ share }) => share ?? 0))
  const shown = rows.toSorted((one, other) => largest(other.cells) - largest(one.cells)).slice(0, MOST_ROWS)
  const more = rows.length - shown.length
  return (
    <PairedBars
      title="Diagnosis"
      names={names}
      rows={shown}
      wordsOf={(diagnosis) => diagnosis || 'None recorded'}
      base={`Percent of the members of each cohort.${more > 0 ? ` ${formatCount(more)} more below.` : ''}`}
    />
  )
}
