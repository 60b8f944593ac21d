import { useAtomValue } from 'jotai'
import type { DistributionOfCohort, Variable } from '#contract/shapes/entities.ts'
import { variableDistribution } from '#contract/variables.ts'
import { ROOT_COHORT_ID, TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'
import { CountNotes, SeveralAnswersNote } from '#entities/counts/count-notes.tsx'
import { answerCondition, Narrow } from '#entities/counts/narrow.tsx'
import { barOrderAtom, inOrder } from '#entities/distributions/bar-conditions.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { variableAtom } from '#entities/variables/variables.ts'
import { comparedPicture, SharesLegend, useCohortNames } from '#features/variables/variable/compared-shares.tsx'
import { drawBarList } from '#ui/charts/bar-list-drawing.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import { percentsOf, percentText } from '#ui/charts/histogram-shape.ts'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import stack from '#ui/stack.module.css'

const FILE_WIDTH = 640

interface CohortOverWholeProps {
  /** Counted in the cohort. */
  variable: Variable
  cohortId: number
  wholeId: number
}

/** The answers of a category in a cohort as shares, over those of the whole; nothing without the distribution. */
export function CohortOverWhole({ variable, cohortId, wholeId }: CohortOverWholeProps) {
  const { variableName: name } = variable
  const isSupported = useAtomValue(isOfferedAtom)(variableDistribution)
  const cohortIds = [wholeId, cohortId]
  const request = isSupported ? { variableName: name, cohortIds } : null
  const query = useCall({ endpoint: variableDistribution, request, key: 'distribution' })
  const wholeVariable = useAtomValue(variableAtom({ name, ...(wholeId !== ROOT_COHORT_ID && { cohortId: wholeId }) }))
  if (!isSupported) return null
  return (
    <QueryResult query={query}>
      {({ data }) => {
        const [cohort, whole] = [cohortId, wholeId].map((id) => data.find((one) => one.cohortId === id))
        const n = wholeVariable.data?.observations
        return cohort && whole && n !== undefined ? (
          <Bars variable={variable} cohort={cohort} whole={whole} wholeNumber={n} />
        ) : null
      }}
    </QueryResult>
  )
}

interface BarsProps {
  variable: Variable
  cohort: DistributionOfCohort
  whole: DistributionOfCohort
  wholeNumber: number
}

function Bars({ variable, cohort, whole, wholeNumber }: BarsProps) {
  const { variableName, possibleValues, observations } = variable
  const nameOf = useCohortNames()
  const [cohortCounts, others] = [countsOf(cohort), countsOf(whole)]
  const known = [...new Set([...cohortCounts.keys(), ...others.keys(), ...possibleValues])]
  const largest = known.slice(0, TOP_ANSWERS_SHOWN).map((key) => ({ key }))
  const codes = inOrder(largest, useAtomValue(barOrderAtom(variable)), possibleValues).map(({ key }) => key)
  const countIn = (counts: ReadonlyMap<string, number | null>) =>
    codes.map((code) => (counts.has(code) ? (counts.get(code) ?? null) : 0))
  const compared = {
    cohort: { name: nameOf(cohort.cohortId), counts: countIn(cohortCounts), n: observations },
    whole: { name: nameOf(whole.cohortId), counts: countIn(others), n: wholeNumber },
  }
  const [percents, behind] = [percentsOf(compared.cohort), percentsOf(compared.whole)]
  const labels = codes.map((code) => valueWords(variable, code))
  const widest = Math.max(1, ...[...percents, ...behind].map((percent) => percent ?? 0))
  const draw = () =>
    drawBarList(
      labels.map((label, place) => ({
        label,
        share: (percents[place] ?? 0) / widest,
        behind: (behind[place] ?? 0) / widest,
        text: `${percentText(percents[place])} / ${percentText(behind[place])}`,
      })),
      FILE_WIDTH,
    )
  return (
    <>
      <PictureFrame picture={comparedPicture({ unit: variableName, labels, draw, ...compared })}>
        <BarList
          label="Top answers"
          base={observations}
          heads={[compared.cohort.name, compared.whole.name]}
          bars={codes.map((code, place) => {
            const count = compared.cohort.counts[place] ?? null
            const label = `${labels[place] ?? code}${count === null ? ' (hidden)' : ''}`
            const where = answerCondition(variable, code)
            const percent = behind[place] ?? null
            return {
              key: code,
              label,
              count: count ?? 0,
              behind: percent === null ? null : percent / 100,
              link:
                where && count !== 0 ? (
                  <Narrow words={`${variableName} ${label}`} parentId={cohort.cohortId} where={where}>
                    {label}
                  </Narrow>
                ) : undefined,
            }
          })}
          format={formatCount}
          share={(count) => formatShare(count, observations)}
        />
        <SharesLegend {...compared} />
      </PictureFrame>
      {known.length > codes.length && (
        <p className={stack['muted']}>{`The ${TOP_ANSWERS_SHOWN} most frequent answers of ${compared.cohort.name}.`}</p>
      )}
      <SeveralAnswersNote dataType={variable.dataType} />
      <CountNotes leftOut={[...new Set([...cohort.leftOut, ...whole.leftOut])]} />
    </>
  )
}

/** By answer, the most frequent first; an answer that may not be named is left out. */
function countsOf({ categories = [] }: DistributionOfCohort): ReadonlyMap<string, number | null> {
  return new Map(categories.flatMap(([value, count]) => (value === null ? [] : [[value, count] as const])))
}
