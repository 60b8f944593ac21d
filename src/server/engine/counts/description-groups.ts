import type { Reader } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { Answers, Population } from '#server/engine/sources/answers.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { join, literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** The columns of a description: cohorts, which may share individuals, or the categories of a variable in one cohort. */
export interface DescriptionGroups {
  readonly cohortIds: readonly [number, ...number[]]
  readonly by: { readonly variable: AnyVariable; readonly values: readonly string[] } | null
  readonly reader: Reader
  readonly part?: NonNullable<Population['part']>
}

/** The individuals of which the groups are parts. */
export function populationOf({ cohortIds, by, reader, part }: DescriptionGroups): Population {
  const [first, ...others] = cohortIds
  return { cohortId: by || others.length === 0 ? first : ROOT_COHORT_ID, reader, ...(part && { part }) }
}

/** For each group, whether an individual of `person` is in it; never NULL. */
export function flagsOf(answers: Answers, { cohortIds, by }: DescriptionGroups): readonly Sql[] {
  if (!by) return cohortIds.map((cohortId) => sql`(${answers.isMember(cohortId)})`)
  const { known } = answers.answerTo(by.variable)
  return by.values.map((value) => sql`coalesce(${known} = ${literal(value)}, FALSE)`)
}

/** The number of groups. */
export function widthOf({ cohortIds, by }: DescriptionGroups): number {
  return by ? by.values.length : cohortIds.length
}

/** The groups of an individual as the sum of 2^place. */
export function bitsOf(flags: readonly Sql[]): Sql {
  return sql`(${join(
    flags.map((flag, place) => sql`CASE WHEN ${flag} THEN ${literal(2 ** place)} ELSE 0 END`),
    ' + ',
  )})`
}

/** Whether the group is one of those in `bits`. */
export function isInBits(bits: number, place: number): boolean {
  return ((bits >>> place) & 1) === 1
}
