import type { constructPreview } from '#contract/custom-variable-drafts.ts'
import type { ConstructPreview, Variable } from '#contract/shapes/entities.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import type { VariableCondition } from '#domain/cohorts/rules.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { sidesOf, type SexAndAge, type Side } from '#entities/cohorts/sex-and-age.ts'

/** Ages in completed years at which a band begins; the first band has no start and the last no end. */
const STARTS = [10, 20, 30, 40, 50, 60, 70, 80, 90]

/** An age band, whose name is a value of the custom variable that counts it. */
interface AgeBand {
  readonly name: string
  readonly words: string
  readonly from: number | null
  readonly to: number | null
}

const BANDS: readonly AgeBand[] = [null, ...STARTS].map((from, place) => {
  const to = STARTS[place] ?? null
  const words = from === null ? `under ${to}` : to === null ? `${from} or more` : `${from} to ${to - 1}`
  return { name: `v${place}`, words, from, to }
})

/** The age bands as a custom variable, cross-tabulated with sex among the members of a cohort. */
export function pyramidRequest(cohortId: number, { sex, age }: SexAndAge): RequestOf<typeof constructPreview> {
  return {
    constructType: 'downcode',
    variables: [age],
    values: BANDS.map((band) => ({
      name: band.name,
      definition: {
        relationship: 'AND' as const,
        constraints: ageConditions(age, band).map(({ variableName, operator, values: [value = ''] }) => ({
          variableName,
          constraintType: operator,
          constraintValue: value,
        })),
      },
    })),
    cohortId,
    cross: sex,
  }
}

function ageConditions(variableName: string, { from, to }: AgeBand): readonly VariableCondition[] {
  return [
    ...(from === null ? [] : [{ variableName, operator: 'GTE', values: [String(from)] } as const]),
    ...(to === null ? [] : [{ variableName, operator: 'LT', values: [String(to)] } as const]),
  ]
}

/** One bar; its count is null if suppressed. */
export interface PyramidBar {
  readonly count: number | null
  readonly where: readonly VariableCondition[]
}

export interface Pyramid {
  readonly sides: readonly [Side, Side]
  /** The youngest first, without empty ones at both ends. */
  readonly bands: readonly { readonly words: string; readonly bars: readonly [PyramidBar, PyramidBar] }[]
  /** Individuals in no bar: without an age, or with another answer or none to sex. */
  readonly notDrawn: { readonly noAge: number; readonly noSide: number }
  readonly hasHidden: boolean
}

/** The two sides and the bands of a cross-tabulation; null if the sexes are unknown. */
export function pyramidOf(
  cross: NonNullable<ConstructPreview['cross']>,
  sex: Variable,
  ageName: string,
): Pyramid | null {
  const sides = sidesOf(sex)
  if (sides === null) return null
  const rows = cross.data
  const barOf = (band: AgeBand, { value }: Side): PyramidBar => {
    const row = rows.find(([name, answer]) => name === band.name && answer === value)
    const isSex: VariableCondition = { variableName: sex.variableName, operator: 'EQ', values: [value] }
    return { count: row === undefined ? 0 : row[2], where: [isSex, ...ageConditions(ageName, band)] }
  }
  const bands = BANDS.map((band) => ({
    words: band.words,
    bars: [barOf(band, sides[0]), barOf(band, sides[1])] as const,
  }))
  const isFilled = ({ bars }: (typeof bands)[number]) => bars.some(({ count }) => count !== 0)
  const isAge = (name: string | null) => name !== null && name !== UNKNOWN_VALUE
  const isSide = (answer: string | null) => sides.some(({ value }) => value === answer)
  const sumOf = (isIn: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isIn).reduce((sum, [, , count]) => sum + (count ?? 0), 0)
  return {
    sides,
    bands: bands.slice(bands.findIndex(isFilled), bands.findLastIndex(isFilled) + 1),
    notDrawn: {
      noAge: sumOf(([name]) => !isAge(name)),
      noSide: sumOf(([name, answer]) => isAge(name) && !isSide(answer)),
    },
    hasHidden: rows.some(([, , count]) => count === null),
  }
}
