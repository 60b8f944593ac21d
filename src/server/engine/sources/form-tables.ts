import { inChunks } from '#domain/chunks.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { EACH_PERSON, type AnswerSource, type GivenAnswer } from '#server/engine/sources/answer-source.ts'
import { membershipOnFile, membersOf, type Members } from '#server/engine/sources/members.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { EMPTY, identifier, join, literal, quoted, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** The family of the row `i` of an individual; an individual without one is a family of one. */
export const FAMILY = sql`coalesce('f' || i.family_id, 'p' || i.individual_no)`

/** An inclusive range of individual numbers. */
export type NumbersBetween = readonly [number, number]

/** The column of each table that holds the individual's number. */
const PERSON = 'individual_no'
/** In DuckDB each join of a form takes memory of its own. For a range of individuals more forms are united before the join. */
export const FORMS_JOINED = 12

interface Form {
  /** The alias of the table. */
  readonly name: string
  /** The columns that the statement reads. */
  readonly columns: Set<string>
}

interface FormsOptions {
  readonly between?: NumbersBetween | undefined
  /** Whether `person` has `origin_no`, which is stored where counts do not use the column cache. */
  readonly hasStrata?: boolean
}

/** Answers read from the tables of the database: each form is joined once. */
export class FormTables implements AnswerSource {
  readonly allIndividuals = sql`(SELECT individual_no, collection, is_placeholder, ${FAMILY} AS family FROM individual i)`
  readonly personColumns: Sql
  readonly individuals = EACH_PERSON
  readonly isInPieces = true
  readonly #dialect: Dialect
  readonly #between: NumbersBetween | undefined
  readonly #forms = new Map<string, Form>()
  /** The aliases of cohort_member. */
  readonly #cohorts = new Map<number, string>()

  constructor(dialect: Dialect, { between, hasStrata = false }: FormsOptions = {}) {
    this.#dialect = dialect
    this.#between = between
    this.personColumns = sql`i.individual_no, i.individual_id, i.family_id, i.collection, i.study_id, i.consent, i.dx_nimh, i.is_placeholder,
      ${FAMILY} AS family${hasStrata ? sql`, i.origin_no` : EMPTY}`
  }

  answerTo({ tableName, columnName }: CatalogVariable): GivenAnswer {
    const form = this.#forms.get(tableName) ?? { name: `f${this.#forms.size}`, columns: new Set([PERSON]) }
    this.#forms.set(tableName, form)
    const columnOf = (column: string) => {
      form.columns.add(column)
      return sql`${raw(form.name)}.${identifier(column)}`
    }
    return {
      value: columnOf(columnName),
      hasRecord: raw(`${form.name}.${PERSON} IS NOT NULL`),
      // Lazy: only dates have these columns.
      get first() {
        return columnOf(`${columnName}__first`)
      },
      get last() {
        return columnOf(`${columnName}__last`)
      },
    }
  }

  isMember(cohortId: number): Sql | null {
    if (cohortId === ROOT_COHORT_ID) return null
    const alias = this.#cohorts.get(cohortId) ?? `m${this.#cohorts.size}`
    this.#cohorts.set(cohortId, alias)
    return raw(`${alias}.individual_no IS NOT NULL`)
  }

  from(members: Members): Sql {
    const among = membersOf(members, membershipOnFile('i'))
    return sql`(SELECT * FROM individual i WHERE ${this.#isWithin('i')}${among === null ? EMPTY : sql` AND ${among}`}) i
      ${this.joins()}`
  }

  /** The forms and cohorts that the statement reads, joined to the row `i` of an individual. */
  joins(): Sql {
    const leftJoin = (table: Sql, name: string, condition: Sql) =>
      sql`LEFT JOIN ${table} ${raw(name)} ON ${raw(name)}.individual_no = i.individual_no AND ${condition}`
    const areUnited = this.#between !== undefined && this.#dialect.hasStructs && this.#forms.size > FORMS_JOINED
    const forms = areUnited
      ? this.#formsUnited().map((table, place) => {
          const alias = raw(`together${place}`)
          return sql`LEFT JOIN ${table} ${alias} ON ${alias}.individual_no = i.individual_no`
        })
      : [...this.#forms].map(([table, { name }]) => leftJoin(identifier(table), name, this.#isWithin(name)))
    const cohorts = [...this.#cohorts].map(([cohortId, alias]) =>
      leftJoin(raw('cohort_member'), alias, sql`${raw(alias)}.cohortid = ${cohortId}`),
    )
    return join([...forms, ...cohorts], '\n      ')
  }

  /** Tables to join, each of several forms. */
  #formsUnited(): Sql[] {
    return inChunks([...this.#forms], FORMS_JOINED).map((forms) => this.#unite(forms))
  }

  /** A row for each individual, with a struct for each form that is read like the row of a table. */
  #unite(forms: readonly (readonly [string, Form])[]): Sql {
    const records = forms.map(([table, { name, columns }]) => {
      const fields = join([...columns].map((column) => sql`${identifier(column)} := ${identifier(column)}`))
      return sql`SELECT individual_no, struct_pack(${fields}) AS ${raw(name)} FROM ${identifier(table)} WHERE ${this.#isWithin(quoted(table))}`
    })
    const structs = forms.map(([, { name }]) => raw(`any_value(${name}) AS ${name}`))
    return sql`(SELECT individual_no, ${join(structs)} FROM (${join(records, ' UNION ALL BY NAME ')}) records GROUP BY individual_no)`
  }

  #isWithin(table: string): Sql {
    if (!this.#between) return sql`TRUE`
    const [first, last] = this.#between
    return sql`${raw(table)}.individual_no BETWEEN ${literal(first)} AND ${literal(last)}`
  }
}

/** Columns of one table that a statement counts, and the variables that they hold. */
interface TableColumns {
  readonly table: string
  readonly columns: readonly string[]
  readonly tableVariables: readonly CatalogVariable[]
}

/** A thousand columns in one statement would take a third of the database's memory, however few rows there are. */
const COLUMNS_AT_ONCE = 500

/** Variables by the tables that hold their answers, so that each table is read once for many of them. */
export function columnsByTable(variables: readonly CatalogVariable[]): TableColumns[] {
  const tables = new Map<string, Map<string, CatalogVariable[]>>()
  for (const variable of variables) {
    const columns = tables.get(variable.tableName) ?? new Map<string, CatalogVariable[]>()
    tables.set(variable.tableName, columns)
    columns.set(variable.columnName, [...(columns.get(variable.columnName) ?? []), variable])
  }
  return [...tables].flatMap(([table, byColumn]) => {
    return inChunks([...byColumn], COLUMNS_AT_ONCE).map((some) => ({
      table,
      columns: some.map(([column]) => column),
      tableVariables: some.flatMap(([, sameColumn]) => sameColumn),
    }))
  })
}
