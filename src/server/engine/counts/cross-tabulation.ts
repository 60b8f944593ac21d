import * as v from 'valibot'
import type { PlotAxis, TwoVariables } from '#contract/against.ts'
import { isNumber } from '#domain/data-types.ts'
import { AGAINST_PLACES_MAX } from '#domain/limits.ts'
import { correlationTest } from '#domain/statistics/number-tests.ts'
import { binOf, edgeOf, evenBins, partsOfOne, sharedDivisor, type Bins } from '#server/engine/counts/bins.ts'
import { drawOf, listedValues } from '#server/engine/counts/describe-answers.ts'
import { SQUARE_MAX } from '#server/engine/counts/number-summary.ts'
import type { Answers, Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { EMPTY, join, raw, sql, type Sql } from '#server/platform/db/sql.ts'

const Point = v.object({ x: v.number(), y: v.number(), individuals: v.number() })

/**
 * The pairs of answers to two numbers, of readable individuals only. In the order of the answers: the order of the rows
 * would be the order of the individuals.
 */
export async function readPoints(
  connection: Connection,
  read: ReadAnswers,
  { variables: [first, second], cohortId, reader }: CrossTabulationQuery,
): Promise<NonNullable<TwoVariables['points']>> {
  const rows = await read(connection, { cohortId, reader, part: 'readable' }, Point, (answers) => {
    const [x, y] = [answers.answerTo(first).known, answers.answerTo(second).known]
    return sql`${answers.tables}, pairs AS (SELECT ${x} AS x, ${y} AS y FROM person)
      SELECT x, y, CAST(count(*) AS INTEGER) AS individuals FROM pairs
      WHERE x IS NOT NULL AND y IS NOT NULL GROUP BY x, y ORDER BY x, y`
  })
  return rows.map(({ x, y, individuals }) => [x, y, individuals])
}

export interface CrossTabulationQuery extends Pick<Population, 'cohortId' | 'reader' | 'part'> {
  readonly variables: readonly [AnyVariable, AnyVariable]
}

const Row = v.object({ first: v.nullable(v.string()), second: v.nullable(v.string()), individuals: v.number() })

/**
 * Individuals by their answers to two variables: categories by value, numbers in equal bins. The bins depend on the
 * counted answers only: of the population, and of individuals with both.
 */
export async function crossTabulate(
  connection: Connection,
  read: ReadAnswers,
  { variables, ...population }: CrossTabulationQuery,
): Promise<Pick<TwoVariables, 'axes' | 'cells' | 'answered' | 'missing'>> {
  const [first, second] = variables
  const bins = await readBinsOfPairs(connection, read, variables, population)
  const rows = await read(connection, population, Row, (answers) => {
    const labels = sql`${labelOf(answers, first, bins[0])} AS first, ${labelOf(answers, second, bins[1])} AS second`
    return sql`${answers.tables}, labelled AS (SELECT ${labels} FROM person)
      SELECT first, second, CAST(count(*) AS INTEGER) AS individuals FROM labelled
      GROUP BY first, second ORDER BY first, second`
  })
  const axes = [
    axisOf(
      first,
      bins[0],
      rows.map((row) => row.first),
    ),
    axisOf(
      second,
      bins[1],
      rows.map((row) => row.second),
    ),
  ] as const
  const sumOf = (some: readonly v.InferOutput<typeof Row>[]) =>
    some.reduce((sum, { individuals }) => sum + individuals, 0)
  const both = rows.filter((row) => row.first !== null && row.second !== null)
  return {
    axes: [axes[0].axis, axes[1].axis],
    cells: both
      .map(({ first: one, second: other, individuals }): [number, number, number] => [
        axes[0].placeOf(one ?? ''),
        axes[1].placeOf(other ?? ''),
        individuals,
      ])
      .toSorted(([x, y], [otherX, otherY]) => x - otherX || y - otherY),
    answered: sumOf(both),
    missing: [
      sumOf(rows.filter((row) => row.first === null)),
      sumOf(rows.filter((row) => row.second === null)),
      sumOf(rows) - sumOf(both),
    ],
  }
}

type Counted = Pick<Population, 'cohortId' | 'reader' | 'part'>

const numberOrNull = v.nullable(v.number())
const Extremes = v.object({
  low_0: numberOrNull,
  high_0: numberOrNull,
  parts_0: numberOrNull,
  low_1: numberOrNull,
  high_1: numberOrNull,
  parts_1: numberOrNull,
})

async function readBinsOfPairs(
  connection: Connection,
  read: ReadAnswers,
  [first, second]: CrossTabulationQuery['variables'],
  population: Counted,
): Promise<[Bins | null, Bins | null]> {
  const areNumbers = [isNumber(first.dataType), isNumber(second.dataType)]
  if (!areNumbers.includes(true)) return [null, null]
  const [row] = await read(connection, population, Extremes, (answers) => {
    const known = [answers.answerTo(first).known, answers.answerTo(second).known] as const
    const columns = ['x', 'y'] as const
    const divisors = columns.map((name, place) => {
      const divisor = areNumbers[place] ? sharedDivisor(raw(name)) : sql`NULL`
      return sql`${divisor} AS ${raw(`${name}_divisor`)}`
    })
    const extremes = columns.map((name, place) =>
      areNumbers[place]
        ? sql`min(${raw(name)}) AS ${raw(`low_${place}`)}, max(${raw(name)}) AS ${raw(`high_${place}`)},
            ${partsOfOne(raw(name), raw(`${name}_divisor`))} AS ${raw(`parts_${place}`)}`
        : sql`CAST(NULL AS FLOAT8) AS ${raw(`low_${place}`)}, CAST(NULL AS FLOAT8) AS ${raw(`high_${place}`)},
            CAST(NULL AS INTEGER) AS ${raw(`parts_${place}`)}`,
    )
    return sql`${answers.tables}, pairs AS (SELECT ${known[0]} AS x, ${known[1]} AS y FROM person),
      steps AS (SELECT x, y, ${join(divisors)} FROM pairs WHERE x IS NOT NULL AND y IS NOT NULL)
      SELECT ${join(extremes)} FROM steps`
  })
  const binsOf = (low: number | null = null, high: number | null = null, parts: number | null = null) =>
    low === null || high === null
      ? evenBins(0, 0, AGAINST_PLACES_MAX, 1)
      : evenBins(low, high, AGAINST_PLACES_MAX, parts)
  return [
    areNumbers[0] ? binsOf(row?.low_0, row?.high_0, row?.parts_0) : null,
    areNumbers[1] ? binsOf(row?.low_1, row?.high_1, row?.parts_1) : null,
  ]
}

function labelOf(answers: Answers, variable: AnyVariable, bins: Bins | null): Sql {
  const answer = answers.answerTo(variable)
  return sql`CAST(${bins ? binOf({ ...answer, value: answer.known }, bins) : answer.known} AS TEXT)`
}

function axisOf(
  { name, dataType, possibleValues }: AnyVariable,
  bins: Bins | null,
  labels: readonly (string | null)[],
): { readonly axis: PlotAxis; readonly placeOf: (label: string) => number } {
  const shared = { variable_name: name, data_type: dataType }
  if (bins) {
    const ranges = Array.from({ length: bins.count }, (_, place) => ({
      from: edgeOf(bins, place),
      to: edgeOf(bins, place + 1) - (bins.isWhole ? 1 : 0),
    }))
    return { axis: { ...shared, values: null, bins: ranges }, placeOf: Number }
  }
  // Answers beside the dictionary follow its values.
  const values = [...new Set([...listedValues(possibleValues), ...labels.filter((label) => label !== null)])]
  return { axis: { ...shared, values, bins: null }, placeOf: (label) => values.indexOf(label) }
}

const Coefficients = v.object({
  pearson: v.nullable(v.number()),
  spearman: v.nullable(v.number()),
  tested: v.number(),
  families: v.number(),
  related: v.number(),
})

/**
 * The correlation of two numbers, of the readable answers only. Ranks of ties are their mean, as in SciPy and R. Null for
 * fewer than two pairs, and where one of the variables does not vary. Sums in the order of the numbers: in the order of
 * the rows the last digits would depend on the other individuals. Where families have several of the individuals, a seed
 * draws one of each; without it there is no p value.
 */
export async function correlate(
  connection: Connection,
  read: ReadAnswers,
  { variables: [first, second], cohortId, reader }: CrossTabulationQuery,
  seed: number | null,
): Promise<NonNullable<TwoVariables['correlation']>> {
  const [row] = await read(connection, { cohortId, reader, part: 'readable' }, Coefficients, (answers) => {
    const [x, y] = [answers.answerTo(first).known, answers.answerTo(second).known]
    const rankOf = (column: 'x' | 'y') =>
      sql`rank() OVER (ORDER BY ${raw(column)}) + CAST(count(*) OVER (PARTITION BY ${raw(column)}) - 1 AS FLOAT8) / 2`
    const isSmall = sql`greatest(abs(x), abs(y)) <= ${raw(SQUARE_MAX)}`
    const small = (column: 'x' | 'y') => sql`CASE WHEN ${isSmall} THEN ${raw(column)} END`
    const varies = (column: 'x' | 'y') => sql`min(${raw(column)}) < max(${raw(column)})`
    const ifVarying = (figure: Sql) => sql`CASE WHEN ${varies('x')} AND ${varies('y')} THEN ${figure} END`
    const distinct = seed === null ? EMPTY : sql`DISTINCT ON (family)`
    const order = seed === null ? EMPTY : sql`ORDER BY family, ${drawOf(seed)}`
    return sql`${answers.tables}, pairs AS (SELECT individual_no, family, ${x} AS x, ${y} AS y FROM person),
      complete AS (SELECT * FROM pairs WHERE x IS NOT NULL AND y IS NOT NULL),
      families AS (SELECT count(*) AS members FROM complete GROUP BY family),
      tested AS (SELECT ${distinct} x, y FROM complete ${order}),
      ranked AS (
        SELECT x, y, CAST(${rankOf('x')} AS FLOAT8) AS rank_x, CAST(${rankOf('y')} AS FLOAT8) AS rank_y FROM tested
      )
      SELECT ${ifVarying(sql`CASE WHEN bool_and(${isSmall}) THEN corr(${small('x')}, ${small('y')} ORDER BY x, y) END`)} AS pearson,
        ${ifVarying(sql`corr(rank_x, rank_y ORDER BY rank_x, rank_y)`)} AS spearman,
        CAST(count(*) AS INTEGER) AS tested,
        (SELECT CAST(count(*) AS INTEGER) FROM families) AS families,
        (SELECT CAST(count(*) AS INTEGER) FROM families WHERE members > 1) AS related
      FROM ranked`
  })
  const { tested = 0, families = 0, related = 0 } = row ?? {}
  const [pearson, spearman] = [finite(row?.pearson), finite(row?.spearman)]
  const pOf = (coefficient: number | null) =>
    coefficient === null || (related > 0 && seed === null) ? null : (correlationTest(coefficient, tested)?.p ?? null)
  return {
    pearson,
    spearman,
    pearson_p: pOf(pearson),
    spearman_p: pOf(spearman),
    tested,
    families,
    related_families: related,
  }
}

function finite(coefficient: number | null | undefined): number | null {
  return coefficient != null && Number.isFinite(coefficient) ? coefficient : null
}
