import * as v from 'valibot'
import type { PedigreeRow, Totals } from '#contract/shapes.ts'
import type { Condition } from '#domain/constraint.ts'
import type { PedigreeRule } from '#domain/pedigrees.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'
import { Answers, type Population } from '#server/queries/answers.ts'
import { truthOf } from '#server/queries/comparison.ts'
import type { CountAnswers } from '#server/queries/count-answers.ts'
import type { FindMembers } from '#server/queries/members.ts'
import type { Connection } from '#server/storage/database.ts'

/** The families of a cohort's members, those that the criterion keeps, or all of them without one. */
export interface Pedigree {
  readonly parent: Population
  readonly criterion: PedigreeCriterion | null
  /** The cohort that was saved of it; its families are those of its members, whatever the data have become. */
  readonly savedAs?: number
}

export interface PedigreeCriterion extends PedigreeRule {
  readonly variable: AnyVariable
  readonly condition: Condition
}

/** A row of the members of a collection, or of all (null), or of families that are alike. */
const Row = v.object({
  is_spread: v.boolean(),
  collection: v.nullable(v.string()),
  /** Families; of the members affected, and placeholders. */
  families: v.number(),
  individuals: v.number(),
  affected: v.number(),
  placeholders: v.number(),
  is_kept: v.boolean(),
  is_possible: v.boolean(),
})

/** What a pedigree cohort holds: a row for each collection, and all of it with families counted once. */
export async function countPedigrees(
  connection: Connection,
  count: CountAnswers,
  pedigree: Pedigree,
): Promise<{ data: PedigreeRow[]; totals: Totals }> {
  // One statement for both: who is affected, and which families are kept, is found once.
  const rows = await count.rows(
    connection,
    pedigree.parent,
    Row,
    (answers) => `${familyTables(answers, pedigree)}
     SELECT FALSE AS is_spread, collection, CAST(count(DISTINCT family) AS INTEGER) AS families,
       CAST(count(*) AS INTEGER) AS individuals, CAST(count(*) FILTER (WHERE is_affected) AS INTEGER) AS affected,
       CAST(count(*) FILTER (WHERE is_placeholder) AS INTEGER) AS placeholders, TRUE AS is_kept, FALSE AS is_possible
     FROM relative JOIN kept USING (family)
       LEFT JOIN (SELECT individual_no, TRUE AS is_affected FROM judged WHERE truth) met USING (individual_no)
     GROUP BY GROUPING SETS ((), (collection))
     UNION ALL
     SELECT TRUE, NULL, CAST(count(*) AS INTEGER), CAST(size AS INTEGER), CAST(affected AS INTEGER),
       CAST(size - seen AS INTEGER), kept.family IS NOT NULL AS is_kept, is_possible
     FROM sized LEFT JOIN kept USING (family)
     WHERE kept.family IS NOT NULL OR is_possible
     GROUP BY size, affected, seen, kept.family IS NOT NULL, is_possible
     ORDER BY collection NULLS FIRST`,
  )
  const all = rows.find((row) => !row.is_spread && row.collection === null)
  return {
    data: rows.flatMap(({ collection, families, individuals, affected }) =>
      collection === null
        ? []
        : [{ pedigree_count: families, count: individuals, affected_count: affected, collection, hidden: false }],
    ),
    totals: {
      pedigrees: all?.families ?? 0,
      individuals: all?.individuals ?? 0,
      affected: all?.affected ?? 0,
      placeholders: all?.placeholders ?? 0,
      ...spreadOf(rows.filter((row) => row.is_spread)),
    },
  }
}

type Row = v.InferOutput<typeof Row>
type Spread = Pick<Totals, 'possible' | 'certain' | 'by_size' | 'by_size_seen' | 'by_affected'>

/** How the families differ in size and in affected members, and on how many of them missing answers bear. */
function spreadOf(rows: readonly Row[]): Spread {
  const kept = rows.filter((row) => row.is_kept)
  return {
    possible: sumOf(rows.filter((row) => row.is_possible)),
    certain: sumOf(kept.filter((row) => !row.is_possible)),
    by_size: tally(kept, (row) => row.individuals),
    by_size_seen: tally(kept, (row) => row.individuals - row.placeholders),
    by_affected: tally(kept, (row) => row.affected),
  }
}

function sumOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { families }) => sum + families, 0)
}

/** Each number that occurs and how many families have it, smallest first. */
function tally(rows: readonly Row[], numberOf: (row: Row) => number): [number, number][] {
  const families = new Map<number, number>()
  for (const row of rows) families.set(numberOf(row), (families.get(numberOf(row)) ?? 0) + row.families)
  return [...families].toSorted(([one], [other]) => one - other)
}

/** Every member of the kept families. */
export function pedigreeMembers(pedigree: Pedigree): FindMembers {
  return (connection) => {
    const answers = new Answers(connection, pedigree.parent)
    const tables = familyTables(answers, pedigree)
    return { parameters: answers.parameters, tables, from: 'relative JOIN kept USING (family)' }
  }
}

/**
 * The tables `judged` (members of the parent with the truth of the criterion), `relative` (everybody with their family),
 * `sized` (families of the parent's members) and `kept`.
 */
function familyTables(answers: Answers, { criterion, savedAs }: Pedigree): string {
  const truth = criterion
    ? truthOf(answers.answerTo(criterion.variable), criterion.condition, answers.parameters)
    : 'FALSE'
  const kept =
    savedAs === undefined
      ? `SELECT family FROM sized WHERE is_kept`
      : `SELECT DISTINCT family FROM relative JOIN cohort_member USING (individual_no)
         WHERE cohortid = ${answers.parameters.bind(savedAs)}`
  return `${answers.tables()},
    relative AS (SELECT individual_no, collection, is_placeholder, family FROM ${answers.everybody} everybody),
    judged AS MATERIALIZED (SELECT individual_no, family, ${truth} AS truth FROM person),
    found AS (
      SELECT family, count(*) FILTER (WHERE truth) AS affected, count(*) FILTER (WHERE truth IS NULL) AS unknown
      FROM judged GROUP BY family
    ),
    sized AS MATERIALIZED (
      SELECT family, size, seen, affected, ${isKept(criterion)} AS is_kept, ${isPossible(criterion)} AS is_possible
      FROM found JOIN (
        SELECT family, count(*) AS size, count(*) FILTER (WHERE NOT is_placeholder) AS seen FROM relative GROUP BY family
      ) whole USING (family)
    ),
    kept AS (${kept})`
}

function isKept(rule: PedigreeRule | null): string {
  if (!rule) return 'TRUE'
  const sign = { min: '>=', max: '<=', equal: '=' }[rule.comparison]
  return `(size >= ${rule.minimumSize} AND affected ${sign} ${rule.affectedCount})`
}

/** Whether the family would also qualify, or cease to, were the missing answers known. */
function isPossible(rule: PedigreeRule | null): string {
  if (!rule) return 'FALSE'
  const { minimumSize, affectedCount } = rule
  const mayChange = {
    min: `affected < ${affectedCount} AND affected + unknown >= ${affectedCount}`,
    max: `affected <= ${affectedCount} AND affected + unknown > ${affectedCount}`,
    equal: `affected <= ${affectedCount} AND affected + unknown >= ${affectedCount} AND unknown > 0`,
  }[rule.comparison]
  return `(size >= ${minimumSize} AND ${mayChange})`
}
