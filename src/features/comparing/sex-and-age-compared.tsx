import { useAtomValue } from 'jotai'
import type { DescribedVariable, Variable } from '#contract/shapes/entities.ts'
import { variableLookup } from '#contract/variables.ts'
import { ONLY_READABLE } from '#domain/messages.ts'
import { countOf, formatCount, formatSize } from '#domain/numbers.ts'
import { joinVersions, otherVersions } from '#domain/question-versions.ts'
import { chosenSexAndAgeAtom, namesToFind, sexAndAgeIn } from '#entities/cohorts/sex-and-age.ts'
import { aligned } from '#entities/comparing/compared-table.tsx'
import { CountNotes } from '#entities/counts/count-notes.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { meaningWords } from '#entities/variables/value-words.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { PairedBars } from '#features/comparing/paired-bars.tsx'
import { comparedName, drawComparedBoxes, type ComparedGroup } from '#ui/charts/compared-drawing.ts'
import { numberShape } from '#ui/charts/histogram-shape.ts'
import { ReadableDrawingView } from '#ui/charts/readable-drawing.tsx'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import stack from '#ui/stack.module.css'

/** A question with all its versions, newest first. */
export interface AskedQuestion {
  readonly names: readonly [string, ...string[]]
  readonly newest: Variable
}

interface SexAndAgeAsked {
  readonly sex: AskedQuestion
  readonly age: AskedQuestion
}

/** The questions of sex and age with their versions; undefined while they load, null without them. */
export function useSexAndAge(isCounted: boolean): SexAndAgeAsked | null | undefined {
  const chosen = useAtomValue(chosenSexAndAgeAtom)
  const { data: catalog, error } = useAtomValue(catalogAtom)
  const lookup = useCall({
    endpoint: variableLookup,
    request: isCounted ? { variableNames: namesToFind(chosen) } : null,
    key: 'pyramid-variables',
  })
  const found = lookup.data ? sexAndAgeIn(lookup.data.data, chosen) : null
  const rows = found ? [found.sex, found.age].map(({ variableName }) => [variableName] as const) : []
  const others = otherVersions(
    rows.map((names) => ({ names })),
    catalog ?? [],
  )
  const all = rows.map(([name]) => [name, ...(others.get(name) ?? [])])
  const versions = useCall({
    endpoint: variableLookup,
    request: others.size > 0 ? { variableNames: all.flat() } : null,
    key: 'versions-of-sex-and-age',
  })
  if (lookup.isLoading) return undefined
  if (found === null) return null
  if (catalog === undefined && error === null) return undefined
  const known = versions.isPlaceholderData ? undefined : versions.data?.data
  if (others.size > 0 && known === undefined && !versions.isError) return undefined
  const variables = known ?? [found.sex, found.age]
  const questionOf = (variable: Variable, names: readonly string[] = []): AskedQuestion => {
    const joined = joinVersions([variable.variableName], variables, [names])
    const question = joined.questions[0]?.names ?? [variable.variableName]
    return { names: question, newest: variables.find(({ variableName }) => variableName === question[0]) ?? variable }
  }
  return { sex: questionOf(found.sex, all[0]), age: questionOf(found.age, all[1]) }
}

/** The rows of a description: questions with one version, and the others. */
export function describedRows(questions: readonly (readonly string[])[]) {
  return {
    variableNames: questions.flatMap((names) => (names.length === 1 ? names : [])),
    questions: questions.flatMap((names) => (names.length === 1 ? [] : [[...names]])),
  }
}

interface DescribedProps {
  described: DescribedVariable
  question: AskedQuestion
  names: readonly string[]
}

/** The answers to all versions of the question of sex. */
export function Sexes({ described, question, names }: DescribedProps) {
  const counts = described.groups.map(({ categories }) => new Map(categories ?? []))
  return (
    <div className={stack['section']}>
      <PairedBars
        title="Sex"
        names={names}
        rows={aligned(counts)}
        wordsOf={(value) => meaningWords(described, value)}
        base={`${sourceWords(question)} Percent of the individuals with an answer in each cohort: ${names.map((name, place) => `${name} n = ${formatSize(described.groups[place]?.answered ?? null)}`).join(', ')}.`}
      />
      <NotCounted described={described} />
    </div>
  )
}

function NotCounted({ described: { groups } }: Pick<DescribedProps, 'described'>) {
  return (
    <>
      {groups.some(({ notCounted }) => notCounted !== 0) && <p className={stack['muted']}>{ONLY_READABLE}</p>}
      <CountNotes leftOut={groups.flatMap(({ leftOut }) => leftOut)} />
    </>
  )
}

function sourceWords({ names }: AskedQuestion): string {
  return names.length === 1 ? `${names[0]}.` : `The newest answer to ${names.join(', ')}.`
}

/** Pixels: the width of a text column in a file. */
const FILE_WIDTH = 640

/** A suppressed count is null. */
function answersWords(count: number | null): string {
  return count === null ? 'answers hidden' : countOf(count, 'answer')
}

/** Box plots of all versions of the question of age. */
export function Ages({ described, question, names }: DescribedProps) {
  const { groups: answers } = described
  const fives = answers.map(({ quantiles }) => quantiles)
  const known = fives.flatMap((five) => five ?? [])
  if (known.length === 0) return null
  const range = { from: Math.min(...known), to: Math.max(...known), count: 0 }
  const groups = fives.flatMap((five, place): ComparedGroup[] => {
    if (five === null) return []
    const [least, lower, median, upper, greatest] = five
    const box = { quantiles: five, whiskers: [least, greatest] as const, outliers: [] }
    return [
      {
        name: names[place] ?? '',
        detail: answersWords(answers[place]?.answered ?? null),
        boxWords: `median ${median}, quartiles ${lower} and ${upper}, range ${least} to ${greatest}`,
        shape: numberShape('Age', [range], formatCount, box),
        shares: [],
      },
    ]
  })
  const name = comparedName('Box plots', groups, 'cohorts')
  const picture = {
    title: `Age in ${countOf(names.length, 'cohort')}`,
    draw: () => drawComparedBoxes(groups, FILE_WIDTH),
    table: [
      ['Cohort', 'n', 'Minimum', 'Lower quartile', 'Median', 'Upper quartile', 'Maximum'],
      ...answers.map(({ answered, quantiles }, place) => [
        names[place] ?? '',
        formatSize(answered),
        ...(quantiles ?? ['–', '–', '–', '–', '–']).map(String),
      ]),
    ],
  }
  return (
    <section className={stack['section']} aria-label="Age">
      <h3>Age</h3>
      <PictureFrame picture={picture} isUnderHeading>
        <ReadableDrawingView name={name} draw={(width) => drawComparedBoxes(groups, width)} columns={1} />
      </PictureFrame>
      <p className={stack['muted']}>{sourceWords(question)} Box: quartiles and median; line: minimum to maximum.</p>
      <NotCounted described={described} />
    </section>
  )
}
