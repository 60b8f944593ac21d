import * as v from 'valibot'
import type { PedigreeRow, Totals } from '#contract/shapes/shapes.ts'
import type { Condition } from '#domain/constraint.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { PedigreeRule } from '#domain/pedigrees.ts'
import { isCustom, type AnyVariable, conditionComparesText } from '#server/model/variable.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import { membershipBy, membersOf, type FindMembers } from '#server/engine/sources/members.ts'
import { hasUnreadText, isReadable, notCountedFields } from '#server/engine/conditions/shown-value.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { EMPTY, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** Families of a cohort's members that meet the criterion, or all of them without one. */
export interface Pedigree {
  readonly parent: Population
  readonly criterion: PedigreeCriterion | null
  /** The saved pedigree cohort; its families are those of its members, even after the data have changed. */
  readonly savedAs?: number
  /**
   * Whether answers of unreadable individuals in families with readable ones count as unknown: the members kept of a
   * family would disclose the answers of its unreadable members (MIN_CELL).
   */
  readonly hidesMixedFamilies?: boolean
}

export interface PedigreeCriterion extends PedigreeRule {
  readonly variable: AnyVariable
  readonly condition: Condition
}

/** A row of the kept families' members in a collection, or (null) of families with equal numbers. */
const Row = v.object({
  collection: v.nullable(v.string()),
  families: v.number(),
  /** Members of these families; the affected ones are members of the parent. */
  individuals: v.number(),
  affected: v.number(),
  placeholders: v.number(),
  is_kept: v.boolean(),
  is_possible: v.boolean(),
})

/** Counts of a pedigree cohort: a row per collection, and the total with families counted once. */
export async function countPedigrees(
  connection: Connection,
  count: CountAnswers,
  pedigree: Pedigree,
): Promise<{ data: PedigreeRow[]; totals: Totals }> {
  // One statement for rows and totals: the criterion is evaluated once.
  const rows = await count.rows(
    connection,
    populationFor(pedigree),
    Row,
    (answers) => sql`${familyTables(answers, pedigree)}
     SELECT collection, CAST(count(DISTINCT family) AS INTEGER) AS families, CAST(count(*) AS INTEGER) AS individuals,
       CAST(count(*) FILTER (WHERE is_member AND outcome) AS INTEGER) AS affected, 0 AS placeholders,
       TRUE AS is_kept, FALSE AS is_possible
     FROM tested JOIN kept USING (family) GROUP BY collection
     UNION ALL
     SELECT NULL, CAST(count(*) AS INTEGER), CAST(count(*) * size AS INTEGER), CAST(count(*) * affected AS INTEGER),
       CAST(count(*) * placeholders AS INTEGER), is_kept, is_possible
     FROM sized WHERE is_kept OR is_possible GROUP BY size, affected, placeholders, is_kept, is_possible
     ${notCountedRows(pedigree)}
     ORDER BY collection NULLS FIRST`,
  )
  const totals = rows.filter(({ collection }) => collection === null)
  const kept = totals.filter((row) => row.is_kept)
  const notCounted = rows.flatMap(({ collection, individuals, is_kept }) =>
    collection === null || is_kept ? [] : [[collection, individuals] as const],
  )
  return {
    data: rows.flatMap(({ collection, families, individuals, affected, is_kept }) =>
      collection === null || !is_kept
        ? []
        : [{ pedigree_count: families, count: individuals, affected_count: affected, collection, hidden: false }],
    ),
    totals: {
      pedigrees: sumOf(kept, 'families'),
      individuals: sumOf(kept, 'individuals'),
      affected: sumOf(kept, 'affected'),
      ...notCountedFields(notCounted),
      placeholders: sumOf(kept, 'placeholders'),
      possible: sumOf(
        totals.filter((row) => row.is_possible),
        'families',
      ),
      certain: sumOf(
        kept.filter((row) => !row.is_possible),
        'families',
      ),
      by_size: familiesByNumber(kept, (row) => row.individuals),
      by_size_seen: familiesByNumber(kept, (row) => row.individuals - row.placeholders),
      by_affected: familiesByNumber(kept, (row) => row.affected),
    },
  }
}

type Row = v.InferOutput<typeof Row>

/** Members of the parent who are not counted, a row for each collection; they qualify no family. */
function notCountedRows({ parent, criterion }: Pedigree): Sql {
  const comparesText = criterion !== null && conditionComparesText(criterion.variable, criterion.condition)
  const isUnread = hasUnreadText(comparesText, parent.reader)
  if (isUnread === null) return EMPTY
  return sql`UNION ALL
     SELECT collection, 0, CAST(count(*) AS INTEGER), 0, 0, FALSE, FALSE
     FROM tested WHERE is_member AND outcome IS NULL AND ${isUnread} GROUP BY collection`
}

function sumOf(rows: readonly Row[], what: 'families' | 'individuals' | 'affected' | 'placeholders'): number {
  return rows.reduce((sum, row) => sum + row[what], 0)
}

/** The number of families by a number of each family, smallest first; `numberOfAll` is its sum over a row's families. */
function familiesByNumber(rows: readonly Row[], numberOfAll: (row: Row) => number): [number, number][] {
  const families = new Map<number, number>()
  for (const row of rows) {
    const number = numberOfAll(row) / row.families
    families.set(number, (families.get(number) ?? 0) + row.families)
  }
  return [...families].toSorted(([one], [other]) => one - other)
}

/** Every member of the kept families. */
export function pedigreeMembers(pedigree: Pedigree): FindMembers {
  return (dialect) => {
    const answers = new Answers(dialect, populationFor(pedigree))
    return {
      tables: familyTables(answers, pedigree),
      from: sql`${answers.allIndividuals} relative JOIN kept USING (family)`,
    }
  }
}

/** The members of the kept families who are affected. */
export function affectedMembers(pedigree: Pedigree): FindMembers {
  return (dialect) => ({
    tables: familyTables(new Answers(dialect, populationFor(pedigree)), pedigree),
    from: sql`tested JOIN kept USING (family) WHERE is_member AND outcome`,
  })
}

/** A family counts as a whole, whichever of its members are in the parent cohort. */
function populationFor({ parent }: Pedigree): Population {
  return { cohortId: ROOT_COHORT_ID, reader: parent.reader }
}

/**
 * The tables `tested` (all individuals, with membership of the parent and the outcome of the criterion), `sized` (all
 * families) and `kept` (families that the criterion keeps).
 */
function familyTables(answers: Answers, { parent, criterion, savedAs, hidesMixedFamilies }: Pedigree): Sql {
  const condition = criterion
    ? conditionSql(answers.answerTo(criterion.variable), criterion.condition, answers.dialect)
    : sql`FALSE`
  const isMember =
    membersOf(
      parent,
      membershipBy((cohortId) => answers.isMember(cohortId)),
    ) ?? sql`TRUE`
  const isSaved = savedAs === undefined ? sql`FALSE` : answers.isMember(savedAs)
  const isReadableRow = isReadable(parent.reader)
  const isSeen = hidesMixedFamilies ? sql`((${isReadableRow}) OR readable_family.has_readable IS NULL)` : null
  const readableFamily = sql`
    readable_family AS MATERIALIZED (
      SELECT family, TRUE AS has_readable FROM person WHERE ${isReadableRow} GROUP BY family
    ),`
  // Reading it twice is faster than storing a row for each individual, unless a custom variable is evaluated for it.
  const materialized = criterion && isCustom(criterion.variable) ? answers.dialect.costly : 'NOT MATERIALIZED'
  return sql`${answers.tables},${isSeen ? readableFamily : EMPTY}
    tested AS ${raw(materialized)} (
      SELECT individual_no, family, collection, is_placeholder,
        ${isMember}${isSeen ? sql` AND ${isSeen}` : EMPTY} AS is_member, ${isSaved} AS is_saved,
        ${isSeen ? sql`CASE WHEN ${isSeen} THEN ${condition} END` : condition} AS outcome
      FROM person${isSeen ? sql` LEFT JOIN readable_family USING (family)` : EMPTY}
    ),
    sized AS MATERIALIZED (
      SELECT family, size, placeholders, affected,
        ${savedAs === undefined ? sql`members > 0 AND ${isKept(criterion)}` : sql`saved > 0`} AS is_kept,
        members > 0 AND ${isPossible(criterion)} AS is_possible
      FROM (
        SELECT family, count(*) AS size, count(*) FILTER (WHERE is_placeholder) AS placeholders,
          count(*) FILTER (WHERE is_member) AS members, count(*) FILTER (WHERE is_member AND outcome) AS affected,
          count(*) FILTER (WHERE is_member AND outcome IS NULL) AS unknown, count(*) FILTER (WHERE is_saved) AS saved
        FROM tested GROUP BY family
      ) whole
    ),
    kept AS (SELECT family FROM sized WHERE is_kept)`
}

function isKept(rule: PedigreeRule | null): Sql {
  if (!rule) return sql`TRUE`
  const sign = { min: '>=', max: '<=', equal: '=' }[rule.comparison]
  return sql`(size >= ${literal(rule.minimumSize)} AND affected ${raw(sign)} ${literal(rule.affectedCount)})`
}

/** Whether the missing answers, were they known, might qualify or disqualify the family. */
function isPossible(rule: PedigreeRule | null): Sql {
  if (!rule) return sql`FALSE`
  const count = literal(rule.affectedCount)
  const mayChange = {
    min: sql`affected < ${count} AND affected + unknown >= ${count}`,
    max: sql`affected <= ${count} AND affected + unknown > ${count}`,
    equal: sql`affected <= ${count} AND affected + unknown >= ${count} AND unknown > 0`,
  }[rule.comparison]
  return sql`(size >= ${literal(rule.minimumSize)} AND ${mayChange})`
}
