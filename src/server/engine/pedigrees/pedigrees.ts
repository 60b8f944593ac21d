import type { PedigreeRule } from '#domain/cohorts/pedigrees.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import { membershipBy, membersOf, type FindMembers } from '#server/engine/sources/members.ts'
import { isSuppressing } from '#server/model/user.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import { EMPTY, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** Families of a cohort's members that meet the criterion, or all of them without one. */
export interface Pedigree {
  readonly parent: Population
  readonly criterion: PedigreeCriterion | null
  /** The saved pedigree cohort; its families are those of its members, even after the data have changed. */
  readonly savedAs?: number
}

export interface PedigreeCriterion extends PedigreeRule {
  readonly variable: AnyVariable
  readonly condition: Condition
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
function familyTables(answers: Answers, { parent, criterion, savedAs }: Pedigree): Sql {
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
  // The members kept of a family would disclose the answers of its unreadable members.
  const isSeen = isSuppressing(parent.reader) ? sql`((${isReadableRow}) OR readable_family.has_readable IS NULL)` : null
  const readableFamily = sql`
    readable_family AS MATERIALIZED (
      SELECT family, TRUE AS has_readable FROM person WHERE ${isReadableRow} GROUP BY family
    ),`
  // Reading it twice is faster than storing a row for each individual, unless a custom variable is evaluated for it.
  const materialized = criterion && isCustom(criterion.variable) ? answers.dialect.costly : 'NOT MATERIALIZED'
  return sql`${answers.tables},${isSeen ? readableFamily : EMPTY}
    tested AS ${raw(materialized)} (
      SELECT individual_no, family, collection,
        ${isMember}${isSeen ? sql` AND ${isSeen}` : EMPTY} AS is_member, ${isSaved} AS is_saved,
        ${isSeen ? sql`CASE WHEN ${isSeen} THEN ${condition} END` : condition} AS outcome
      FROM person${isSeen ? sql` LEFT JOIN readable_family USING (family)` : EMPTY}
    ),
    sized AS MATERIALIZED (
      SELECT family, ${savedAs === undefined ? sql`members > 0 AND ${isKept(criterion)}` : sql`saved > 0`} AS is_kept
      FROM (
        SELECT family, count(*) AS size, count(*) FILTER (WHERE is_member) AS members,
          count(*) FILTER (WHERE is_member AND outcome) AS affected, count(*) FILTER (WHERE is_saved) AS saved
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
