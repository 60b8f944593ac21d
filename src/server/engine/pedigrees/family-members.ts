import * as v from 'valibot'
import type { PedigreeDrawing, PedigreeMember } from '#contract/pedigrees.ts'
import type { Reader } from '#domain/access.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { isFlag } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { valueText, isReadable } from '#server/engine/conditions/shown-value.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import { namedColumn, pseudonymOf, type NamedKind, type Trace } from '#server/engine/sources/pseudonyms.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { deferred, EMPTY, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'
import { createPause, eachWithPauses } from '#server/platform/scheduling/yield.ts'

/** A trait followed through families: meeting a condition, or, without one, a number. */
export interface Trait {
  readonly variable: AnyVariable
  readonly condition: Condition | null
}

const AFFECTED = literal('2')
const UNAFFECTED = literal('1')

/** Columns over `person`: whether the individual has the trait (NULL: unknown), and the phenotype of a .fam file. */
export function traitColumns(trait: Trait | null, answers: Answers): { outcome: Sql; phenotype: Sql } {
  const noOutcome = sql`CAST(NULL AS BOOLEAN)`
  if (!trait) return { outcome: noOutcome, phenotype: sql`CAST(NULL AS TEXT)` }
  const answer = answers.answerTo(trait.variable)
  if (!trait.condition) return { outcome: noOutcome, phenotype: valueText(answer.dataType, answer.known) }
  const condition = conditionSql(answer, trait.condition, answers.dialect)
  // Without a record, an unset flag means nothing.
  const outcome =
    trait.condition.operator === 'VALID' ? sql`CASE WHEN ${answer.hasRecord} THEN ${condition} END` : condition
  // An unset flag is missing in every file, whatever the condition.
  const unaffected = isFlag(answer.dataType) ? EMPTY : sql` WHEN FALSE THEN ${UNAFFECTED}`
  return { outcome, phenotype: sql`CASE ${outcome} WHEN TRUE THEN ${AFFECTED}${unaffected} END` }
}

/** Families of a cohort's members whose members are all readable. */
export interface FamilyQuery {
  readonly cohortId: number
  readonly reader: Reader
  readonly trait: Trait | null
  readonly order: 'affected' | 'family'
  /** Replaces the ids by pseudonyms, also in `memberId`. */
  readonly trace: Trace | null
  /** Only the family of this individual. */
  readonly memberId?: string
  /** All families without a page. */
  readonly page?: { readonly offset: number; readonly limit: number }
}

const Member = v.object({
  family: v.string(),
  family_id: v.nullable(v.string()),
  family_affected: v.number(),
  individual_id: v.string(),
  father: v.nullable(v.string()),
  mother: v.nullable(v.string()),
  sex: v.nullable(v.string()),
  affected: v.nullable(v.boolean()),
  phenotype: v.nullable(v.string()),
  placeholder: v.boolean(),
  proband: v.nullable(v.boolean()),
  deceased: v.nullable(v.boolean()),
  twin_of: v.nullable(v.string()),
  identical: v.nullable(v.boolean()),
})

/** A member with the fields of a .fam file. */
export interface FamilyMember extends PedigreeMember {
  readonly phenotype: string | null
}

export interface Family extends PedigreeDrawing {
  readonly members: FamilyMember[]
}

/** A page of families with their members, in their order. */
export async function readFamilies(
  connection: Connection,
  { individuals }: CountAnswers,
  query: FamilyQuery,
): Promise<Family[]> {
  const { order, page } = query
  const rows = await individuals(
    connection,
    { cohortId: ROOT_COHORT_ID, reader: query.reader },
    Member,
    (answers) => sql`${familyTables(answers, query)}, page AS MATERIALIZED (
       SELECT family, affected AS family_affected,
         row_number() OVER (ORDER BY ${order === 'affected' ? sql`affected DESC, ` : EMPTY}first_no) AS place
       FROM ranked WHERE is_open ORDER BY place ${page ? sql`LIMIT ${literal(page.limit)} OFFSET ${literal(page.offset)}` : EMPTY}
     ), relative AS MATERIALIZED (
       SELECT shown.*, i.father_no, i.mother_no, i.sex, k.is_proband, k.is_deceased, k.twin_of, k.is_identical
       FROM (
         SELECT individual_no, individual_id, family_id, family, is_placeholder, place, family_affected,
           outcome, phenotype
         FROM seen JOIN page USING (family)
       ) shown JOIN individual i USING (individual_no) LEFT JOIN pedigree_mark k ON k.individual_no = i.individual_no
     )
     SELECT j.family, j.family_id, CAST(j.family_affected AS INTEGER) AS family_affected, j.individual_id,
       f.individual_id AS father, m.individual_id AS mother, j.sex, j.outcome AS affected, j.phenotype,
       j.is_placeholder AS placeholder, j.is_proband AS proband, j.is_deceased AS deceased,
       t.individual_id AS twin_of, j.is_identical AS identical
     FROM relative j
       LEFT JOIN relative f ON f.individual_no = j.father_no AND f.family = j.family
       LEFT JOIN relative m ON m.individual_no = j.mother_no AND m.family = j.family
       LEFT JOIN relative t ON t.individual_no = j.twin_of AND t.family = j.family
     ORDER BY j.place, j.individual_no`,
  )
  const { trace } = query
  const named = (kind: NamedKind, id: string) => (trace ? pseudonymOf(trace, kind, id) : id)
  const relative = (id: string | null) => (id === null ? null : named('individual', id))
  const families = new Map<string, Family>()
  await eachWithPauses(rows, createPause(), ({ family, family_id, family_affected, ...row }) => {
    const known = families.get(family) ?? {
      family_id: family_id === null ? named('individual', row.individual_id) : named('family', family_id),
      affected: family_affected,
      members: [],
    }
    families.set(family, known)
    known.members.push({
      ...row,
      individual_id: named('individual', row.individual_id),
      father: relative(row.father),
      mother: relative(row.mother),
      twin_of: relative(row.twin_of),
      proband: row.proband ?? false,
      deceased: row.deceased ?? false,
    })
  })
  return [...families.values()]
}

const Extent = v.object({ total: v.number(), excluded: v.number() })

/** Number of families, and number of excluded families. */
export async function countFamilies(connection: Connection, query: FamilyQuery): Promise<v.InferOutput<typeof Extent>> {
  const answers = new Answers(connection.dialect, { cohortId: ROOT_COHORT_ID, reader: query.reader })
  const tables = familyTables(answers, { ...query, trait: null })
  const [extent] = await rowsOf(
    connection,
    Extent,
    sql`${tables} SELECT CAST(count(*) FILTER (WHERE is_open) AS INTEGER) AS total,
       CAST(count(*) FILTER (WHERE NOT is_open) AS INTEGER) AS excluded FROM ranked`,
  )
  return extent ?? { total: 0, excluded: 0 }
}

/** The tables `seen` (all individuals with the trait) and `ranked` (the families of the cohort's members). */
function familyTables(answers: Answers, { cohortId, reader, trait, trace, memberId }: FamilyQuery): Sql {
  const { outcome, phenotype } = traitColumns(trait, answers)
  const isOfMember =
    memberId === undefined
      ? EMPTY
      : sql` AND count(*) FILTER (WHERE ${namedColumn(answers.dialect, trace ?? undefined, 'individual')} = ${memberId}) > 0`
  const isCostly = trait !== null && isCustom(trait.variable)
  // Citus evaluates nested variables at the coordinator, and joins them to tables of its machines once they are there.
  const materialized = deferred(() =>
    raw(isCostly ? (answers.isNested ? 'MATERIALIZED' : answers.dialect.costly) : 'NOT MATERIALIZED'),
  )
  return sql`${answers.tables},
    seen AS ${materialized} (
      SELECT individual_no, individual_id, family_id, family, is_placeholder, ${isReadable(reader)} AS is_readable,
        ${answers.isMember(cohortId)} AS is_chosen, ${outcome} AS outcome, ${phenotype} AS phenotype
      FROM person
    ),
    ranked AS (
      SELECT family, bool_and(is_readable) AS is_open, count(*) FILTER (WHERE outcome) AS affected,
        min(individual_no) AS first_no
      FROM seen GROUP BY family HAVING count(*) FILTER (WHERE is_chosen) > 0${isOfMember}
    )`
}
