import * as v from 'valibot'
import type { PedigreeRow, Totals } from '#contract/shapes.ts'
import type { Condition } from '#domain/constraint.ts'
import type { PedigreeRule } from '#domain/pedigrees.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'
import { Answers, type Population } from '#server/queries/answers.ts'
import { truthOf } from '#server/queries/comparison.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

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

const Row = v.object({
  collection: v.nullable(v.string()),
  pedigree_count: v.number(),
  count: v.number(),
  affected_count: v.number(),
  placeholder_count: v.number(),
})

/** What a pedigree cohort holds: a row for each collection, and all of it with families counted once. */
export async function countPedigrees(
  connection: Connection,
  pedigree: Pedigree,
): Promise<{ data: PedigreeRow[]; totals: Totals }> {
  const { answers, tables } = familyTables(pedigree)
  const rows = await rowsOf(
    connection,
    Row,
    `${tables}
     SELECT collection, CAST(count(DISTINCT family) AS INTEGER) AS pedigree_count, CAST(count(*) AS INTEGER) AS count,
       CAST(count(*) FILTER (is_affected) AS INTEGER) AS affected_count,
       CAST(count(*) FILTER (is_placeholder) AS INTEGER) AS placeholder_count
     FROM relative JOIN kept USING (family)
       LEFT JOIN (SELECT individual_no, TRUE AS is_affected FROM judged WHERE truth) USING (individual_no)
     GROUP BY GROUPING SETS ((), (collection)) ORDER BY collection NULLS FIRST`,
    answers.parameters.values,
  )
  const [all, ...byCollection] = rows
  return {
    data: byCollection.map(({ collection, pedigree_count, count, affected_count }) => ({
      pedigree_count,
      count,
      affected_count,
      collection: collection ?? '',
      hidden: false,
    })),
    totals: {
      pedigrees: all?.pedigree_count ?? 0,
      individuals: all?.count ?? 0,
      affected: all?.affected_count ?? 0,
      placeholders: all?.placeholder_count ?? 0,
      ...(await spreadOfFamilies(connection, pedigree)),
    },
  }
}

const Family = v.object({
  is_kept: v.boolean(),
  is_possible: v.boolean(),
  size: v.number(),
  seen: v.number(),
  affected: v.number(),
  families: v.number(),
})

/** How the families differ in size and in affected members, and on how many of them missing answers bear. */
async function spreadOfFamilies(connection: Connection, pedigree: Pedigree): Promise<Spread> {
  const { answers, tables } = familyTables(pedigree)
  const rows = await rowsOf(
    connection,
    Family,
    `${tables}
     SELECT family IN (SELECT family FROM kept) AS is_kept, is_possible, CAST(size AS INTEGER) AS size,
       CAST(seen AS INTEGER) AS seen, CAST(affected AS INTEGER) AS affected, CAST(count(*) AS INTEGER) AS families
     FROM sized GROUP BY ALL HAVING is_kept OR is_possible`,
    answers.parameters.values,
  )
  const kept = rows.filter((row) => row.is_kept)
  return {
    possible: sumOf(rows.filter((row) => row.is_possible)),
    certain: sumOf(kept.filter((row) => !row.is_possible)),
    by_size: tally(kept, (row) => row.size),
    by_size_seen: tally(kept, (row) => row.seen),
    by_affected: tally(kept, (row) => row.affected),
  }
}

type Family = v.InferOutput<typeof Family>
type Spread = Pick<Totals, 'possible' | 'certain' | 'by_size' | 'by_size_seen' | 'by_affected'>

function sumOf(rows: readonly Family[]): number {
  return rows.reduce((sum, { families }) => sum + families, 0)
}

/** Each number that occurs and how many families have it, smallest first. */
function tally(rows: readonly Family[], numberOf: (row: Family) => number): [number, number][] {
  const families = new Map<number, number>()
  for (const row of rows) families.set(numberOf(row), (families.get(numberOf(row)) ?? 0) + row.families)
  return [...families].toSorted(([one], [other]) => one - other)
}

/** Makes every member of the kept families a member of a cohort; answers how many there are. */
export async function insertPedigreeMembers(
  connection: Connection,
  cohortId: number,
  pedigree: Pedigree,
): Promise<number> {
  const { answers, tables } = familyTables(pedigree)
  const { rowsChanged } = await connection.run(
    `INSERT INTO cohort_member ${tables}
     SELECT ${answers.parameters.bind(cohortId)}, individual_no FROM relative JOIN kept USING (family)
     ORDER BY individual_no`,
    answers.parameters.values,
  )
  return rowsChanged
}

/** Who has no family is a family of one. SQL over a row of `individual`. */
export const FAMILY = `coalesce('f' || family_id, 'p' || individual_no)`

/**
 * The tables `judged` (members of the parent with the truth of the criterion), `relative` (everybody with their family),
 * `sized` (families of the parent's members) and `kept`.
 */
function familyTables({ parent, criterion, savedAs }: Pedigree): { answers: Answers; tables: string } {
  const answers = new Answers(parent)
  const truth = criterion
    ? truthOf(answers.answerTo(criterion.variable), criterion.condition, answers.parameters)
    : 'FALSE'
  const kept =
    savedAs === undefined
      ? `SELECT family FROM sized WHERE is_kept`
      : `SELECT DISTINCT family FROM relative JOIN cohort_member USING (individual_no)
         WHERE cohortid = ${answers.parameters.bind(savedAs)}`
  const tables = `${answers.tables()},
    judged AS (SELECT individual_no, ${FAMILY} AS family, ${truth} AS truth FROM person),
    relative AS (SELECT individual_no, collection, is_placeholder, ${FAMILY} AS family FROM individual),
    found AS (
      SELECT family, count(*) FILTER (truth) AS affected, count(*) FILTER (truth IS NULL) AS unknown
      FROM judged GROUP BY family
    ),
    sized AS (
      SELECT family, size, seen, affected, ${isKept(criterion)} AS is_kept, ${isPossible(criterion)} AS is_possible
      FROM found JOIN (
        SELECT family, count(*) AS size, count(*) FILTER (NOT is_placeholder) AS seen FROM relative GROUP BY family
      ) USING (family)
    ),
    kept AS (${kept})`
  return { answers, tables }
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
