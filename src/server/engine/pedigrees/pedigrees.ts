import * as v from 'valibot'
import type { PedigreeRow, Totals } from '#contract/shapes.ts'
import type { Condition } from '#domain/constraint.ts'
import type { Reader } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { PedigreeRule } from '#domain/pedigrees.ts'
import { conditionComparesText } from '#server/model/compares-text.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import { truthOf } from '#server/engine/conditions/comparison.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import { isReadable } from '#server/engine/conditions/readable.ts'
import { membershipBy, membersOf, type FindMembers } from '#server/engine/sources/members.ts'
import { hasUnreadText, notCountedFields } from '#server/engine/conditions/not-counted.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** The families of a cohort's members, those that the criterion keeps, or all of them without one. */
export interface Pedigree {
  readonly parent: Population
  readonly criterion: PedigreeCriterion | null
  /** The cohort that was saved of it; its families are those of its members, whatever the data have become. */
  readonly savedAs?: number
  /**
   * Whether the answers of unreadable people in families with readable ones count as unknown: who is kept of a family
   * would say what its unreadable members answered (MIN_CELL).
   */
  readonly hidesMixedFamilies?: boolean
}

export interface PedigreeCriterion extends PedigreeRule {
  readonly variable: AnyVariable
  readonly condition: Condition
}

/** A row of the kept families' members in a collection, or (null) of families that are alike. */
const Row = v.object({
  collection: v.nullable(v.string()),
  families: v.number(),
  /** Of all of these families; those affected of them are members of the parent. */
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
    everybodyFor(pedigree),
    Row,
    (answers) => `${familyTables(answers, pedigree)}
     SELECT collection, CAST(count(DISTINCT family) AS INTEGER) AS families, CAST(count(*) AS INTEGER) AS individuals,
       CAST(count(*) FILTER (WHERE is_member AND truth) AS INTEGER) AS affected, 0 AS placeholders,
       TRUE AS is_kept, FALSE AS is_possible
     FROM judged JOIN kept USING (family) GROUP BY collection
     UNION ALL
     SELECT NULL, CAST(count(*) AS INTEGER), CAST(count(*) * size AS INTEGER), CAST(count(*) * affected AS INTEGER),
       CAST(count(*) * placeholders AS INTEGER), is_kept, is_possible
     FROM sized WHERE is_kept OR is_possible GROUP BY size, affected, placeholders, is_kept, is_possible
     ${notCountedRows(answers, pedigree)}
     ORDER BY collection NULLS FIRST`,
  )
  const alike = rows.filter(({ collection }) => collection === null)
  const kept = alike.filter((row) => row.is_kept)
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
        alike.filter((row) => row.is_possible),
        'families',
      ),
      certain: sumOf(
        kept.filter((row) => !row.is_possible),
        'families',
      ),
      by_size: tally(kept, (row) => row.individuals),
      by_size_seen: tally(kept, (row) => row.individuals - row.placeholders),
      by_affected: tally(kept, (row) => row.affected),
    },
  }
}

type Row = v.InferOutput<typeof Row>

/** Members of the parent who are not counted, a row for each collection: no family of theirs is kept by it. */
function notCountedRows(answers: Answers, { parent, criterion }: Pedigree): string {
  const comparesText = criterion !== null && conditionComparesText(criterion.variable, criterion.condition)
  const isUnread = hasUnreadText(comparesText, parent.reader, answers.parameters)
  if (isUnread === null) return ''
  return `UNION ALL
     SELECT collection, 0, CAST(count(*) AS INTEGER), 0, 0, FALSE, FALSE
     FROM judged WHERE is_member AND truth IS NULL AND ${isUnread} GROUP BY collection`
}

function sumOf(rows: readonly Row[], what: 'families' | 'individuals' | 'affected' | 'placeholders'): number {
  return rows.reduce((sum, row) => sum + row[what], 0)
}

/** How many families have each number that occurs, smallest first; of a row it is told for all of its families. */
function tally(rows: readonly Row[], numberOfAll: (row: Row) => number): [number, number][] {
  const families = new Map<number, number>()
  for (const row of rows) {
    const number = numberOfAll(row) / row.families
    families.set(number, (families.get(number) ?? 0) + row.families)
  }
  return [...families].toSorted(([one], [other]) => one - other)
}

/** Every member of the kept families. */
export function pedigreeMembers(pedigree: Pedigree): FindMembers {
  return (connection) => {
    const answers = new Answers(connection, everybodyFor(pedigree))
    const tables = familyTables(answers, pedigree)
    return { parameters: answers.parameters, tables, from: `${answers.everybody} relative JOIN kept USING (family)` }
  }
}

/** The members of the kept families who are affected. */
export function affectedMembers(pedigree: Pedigree): FindMembers {
  return (connection) => {
    const answers = new Answers(connection, everybodyFor(pedigree))
    const tables = familyTables(answers, pedigree)
    return { parameters: answers.parameters, tables, from: 'judged JOIN kept USING (family) WHERE is_member AND truth' }
  }
}

/** A family is whole whoever of it is in the parent cohort. */
function everybodyFor({ parent }: Pedigree): Population {
  return { cohortId: ROOT_COHORT_ID, reader: parent.reader }
}

/**
 * The tables `judged` (everybody, with whether they are members of the parent and the truth of the criterion), `sized`
 * (families, of which some are kept) and `kept`.
 */
function familyTables(answers: Answers, { parent, criterion, savedAs, hidesMixedFamilies }: Pedigree): string {
  const truth = criterion
    ? truthOf(answers.answerTo(criterion.variable), criterion.condition, answers.parameters)
    : 'FALSE'
  const isIn = (cohortId: number) => answers.isMember(cohortId)
  const isMember = membersOf(parent, membershipBy(isIn))
  const isSaved = savedAs === undefined ? 'FALSE' : isIn(savedAs)
  const isFound = 'members > 0 AND'
  const isReadableRow = hidesMixedFamilies ? isReadable(parent.reader, answers.parameters) : null
  const isSeen = isReadableRow === null ? null : `((${isReadableRow}) OR readable_family.has_readable IS NULL)`
  // It is read twice, which takes less than keeping a row for each person, unless a custom variable is evaluated for it.
  const kept = criterion && isCustom(criterion.variable) ? answers.parameters.dialect.costly : 'NOT MATERIALIZED'
  return `${answers.tables()},${isReadableRow === null ? '' : readableFamilies(parent.reader, answers)}
    judged AS ${kept} (
      SELECT individual_no, family, collection, is_placeholder, ${isMember ?? 'TRUE'}${isSeen === null ? '' : ` AND ${isSeen}`} AS is_member,
        ${isSaved} AS is_saved, ${isSeen === null ? truth : `CASE WHEN ${isSeen} THEN ${truth} END`} AS truth
      FROM person${isReadableRow === null ? '' : ' LEFT JOIN readable_family USING (family)'}
    ),
    sized AS MATERIALIZED (
      SELECT family, size, placeholders, affected, ${savedAs === undefined ? `${isFound} ${isKept(criterion)}` : 'saved > 0'} AS is_kept,
        ${isFound} ${isPossible(criterion)} AS is_possible
      FROM (
        SELECT family, count(*) AS size, count(*) FILTER (WHERE is_placeholder) AS placeholders,
          count(*) FILTER (WHERE is_member) AS members, count(*) FILTER (WHERE is_member AND truth) AS affected,
          count(*) FILTER (WHERE is_member AND truth IS NULL) AS unknown, count(*) FILTER (WHERE is_saved) AS saved
        FROM judged GROUP BY family
      ) whole
    ),
    kept AS (SELECT family FROM sized WHERE is_kept)`
}

/** The table of families with readable members. */
function readableFamilies(reader: Reader, { parameters }: Answers): string {
  return `
    readable_family AS MATERIALIZED (
      SELECT family, TRUE AS has_readable FROM person WHERE ${isReadable(reader, parameters)} GROUP BY family
    ),`
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
