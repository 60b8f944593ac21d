import { atom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { cohortDescribe } from '#contract/describing.ts'
import type { Cohort, DescribedVariable, Variable } from '#contract/shapes/entities.ts'
import { variableDistribution } from '#contract/variables.ts'
import { isNumber } from '#domain/data-types.ts'
import { NO_RECORD, noAnswerWords } from '#domain/missing-labels.ts'
import { formatCount, formatShare, formatSize } from '#domain/numbers.ts'
import { versionWords } from '#domain/question-versions.ts'
import { DIAGNOSIS_SOURCE } from '#domain/terms.ts'
import { cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
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
import { meaningWords } from '#entities/variables/value-words.ts'
import { LargestDifferences } from '#features/comparing/largest-differences.tsx'
import { CohortColours, PairedBars } from '#features/comparing/paired-bars.tsx'
import {
  Ages,
  describedRows,
  Sexes,
  useSexAndAge,
  type AskedQuestion,
} from '#features/comparing/sex-and-age-compared.tsx'
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
  const asked = useSexAndAge(isCounted)
  const isDescribed = asked !== null && asked !== undefined && isOffered(cohortDescribe)
  const described = useCall({
    endpoint: cohortDescribe,
    request: isDescribed ? { cohortIds: ids, ...describedRows([asked.sex.names, asked.age.names]) } : null,
    key: 'describe-sex-and-age',
  })
  const answers = described.isPlaceholderData ? undefined : described.data?.data
  const answersTo = (question: AskedQuestion) => answers?.find(({ variableName }) => variableName === question.names[0])
  const isComing = asked !== null && answers === undefined && (asked === undefined || described.isFetching)
  const sex = asked && answersTo(asked.sex)
  const age = asked && answersTo(asked.age)
  return (
    <section className={stack['section']} aria-label="Members">
      <h2>What differs</h2>
      <Sizes cohorts={cohorts} whole={whole} age={age ?? null} isComing={isComing} />
      <LargestDifferences
        cohortIds={ids}
        names={names}
        titles={asked ? titlesOf(asked) : NO_TITLES}
        described={answers}
        isCounted={isDescribed}
        isComing={isComing}
      />
      <div className={stack['section']}>
        <CohortColours names={names} />
        <div className={stack['two']}>
          {asked &&
            (sex ? (
              <Sexes {...{ described: sex, question: asked.sex, names }} />
            ) : (
              <Answers question={asked.sex} title="Sex" cohortIds={ids} names={names} isWaiting={isComing} />
            ))}
          {asked &&
            (age && asked.age.names.length > 1 ? (
              <Ages {...{ described: age, question: asked.age, names }} />
            ) : (
              <Answers question={asked.age} title="Age" cohortIds={ids} names={names} isWaiting={isComing} />
            ))}
          <Diagnoses cohortIds={ids} names={names} />
        </div>
        {isOnRequest && !isRequested && (
          <div>
            <Button size="small" onClick={() => setIsRequested(true)}>
              Count sex and age
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

const NO_TITLES: ReadonlyMap<string, string> = new Map()

/** The names of all versions: a definition may ask for an older one. */
function titlesOf({ sex, age }: Readonly<Record<'sex' | 'age', AskedQuestion>>): ReadonlyMap<string, string> {
  return new Map([
    ...sex.names.map((name) => [name, 'Sex'] as const),
    ...age.names.map((name) => [name, 'Age'] as const),
  ])
}

/** Mean (SD) of the age beside the sizes. */
function Sizes({ cohorts, whole, age, isComing }: MembersProps & { age: DescribedVariable | null; isComing: boolean }) {
  const meanOf = (cohort: Cohort) => {
    const { mean = null, sd = null, answered = null } = age?.groups[cohorts.indexOf(cohort)] ?? {}
    if (age === null) return '…'
    return mean === null ? '–' : `${mean.toFixed(1)} (${(sd ?? 0).toFixed(1)}), n = ${formatSize(answered)}`
  }
  const columns: readonly Column<Cohort>[] = [
    { key: 'name', header: 'Cohort', cell: (cohort) => cohort.name },
    { key: 'size', header: 'Individuals', align: 'end', cell: (cohort) => formatSize(cohort.rowCount) },
    { key: 'share', header: 'Of all', align: 'end', isMinor: true, cell: ({ rowCount }) => shareOf(rowCount, whole) },
    ...(age !== null || isComing
      ? // The width of "39.5 (18.6), n = 106,466", which loads later.
        [{ key: 'age', header: 'Age, mean (SD)', align: 'end' as const, width: '180px', cell: meanOf }]
      : []),
  ]
  return <DataTable label="Sizes" columns={columns} rows={cohorts} rowKey={({ cohortId }) => String(cohortId)} />
}

function shareOf(count: number | null, whole: number | null): string {
  return count === null || whole === null ? '' : formatShare(count, whole)
}

interface ComparedProps {
  cohortIds: readonly number[]
  names: readonly string[]
}

interface AnswersProps extends ComparedProps {
  question: AskedQuestion
  title: string
  /** Whether the answers to its versions may still come in place of these. */
  isWaiting: boolean
}

/** The answers to one variable, which has no other versions or whose versions are not described as one. */
function Answers({ question, title, cohortIds, names, isWaiting }: AnswersProps) {
  const variable = question.newest
  const { variableName, dataType } = variable
  const counted = versionWords(1, question.names.length)
  const request = isWaiting ? null : { variableName, cohortIds: [...cohortIds] }
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
              <section className={stack['section']} aria-label={title}>
                <h3>{title}</h3>
                <PictureFrame picture={bars}>
                  <ReadableDrawingView
                    name={bars.name}
                    draw={(width) => drawComparedBars(bars.groups, width, COMPARED_HEIGHT)}
                  />
                </PictureFrame>
              </section>
            ) : (
              <PairedBars
                title={title}
                names={names}
                rows={aligned(counts)}
                wordsOf={(value) => meaningWords(variable, value)}
                base={`${variableName}: percent of the individuals with an answer in each cohort.`}
              />
            )}
            {counted !== '' && (
              <p className={stack['muted']}>
                {variableName}: {counted}.
              </p>
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
  const counts = summaries.map((summary) => summary?.data ?? [])
  const rows = comparedSummaries(counts, 'dxNimh')
  const isOfPedigrees = counts.map((one) => one.some((row) => 'pedigreeCount' in row))
  const uncounted = names.filter((_, place) => isOfPedigrees[place])
  const why = uncounted.length === 0 ? '' : ` ${pedigreeSetWords(uncounted)}`
  if (uncounted.length === names.length) {
    return (
      <section className={stack['section']} aria-label="Diagnosis">
        <h3>Diagnosis</h3>
        <p className={stack['muted']}>{why.trim()}</p>
      </section>
    )
  }
  const largest = (cells: (typeof rows)[number]['cells']) => Math.max(...cells.map(({ share }) => share ?? 0))
  const shown = rows.toSorted((one, other) => largest(other.cells) - largest(one.cells)).slice(0, MOST_ROWS)
  const more = rows.length - shown.length
  return (
    <PairedBars
      title="Diagnosis"
      names={names}
      isLeftOut={isOfPedigrees}
      rows={shown}
      wordsOf={(diagnosis) => diagnosis || 'None recorded'}
      base={`${DIAGNOSIS_SOURCE} Percent of the members of each cohort.${more > 0 ? ` ${formatCount(more)} more below.` : ''}${why}`}
    />
  )
}

/** Why cohorts have no diagnoses here. */
function pedigreeSetWords(names: readonly string[]): string {
  const listed = names.map((name) => `“${name}”`).join(' and ')
  return names.length === 1
    ? `${listed} is a pedigree set: it is counted by collection only, so its diagnoses are not compared.`
    : `${listed} are pedigree sets: they are counted by collection only, so their diagnoses are not compared.`
}
