import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import type { Reader } from '#domain/access.ts'
import { READS_EVERYTHING } from '#domain/access.ts'
import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import type { Rule, RuleGroup } from '#domain/cohorts/rules.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { createRuleEngine, type EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import { insertMembers, type CohortPlan } from '#server/engine/cohorts/cohort-plan.ts'
import { countMembers } from '#server/engine/cohorts/cohort-summary.ts'
import type { RulesPlan } from '#server/engine/cohorts/rules.ts'
import { countPedigrees } from '#server/engine/pedigrees/count-pedigrees.ts'
import { createCatalog, type Catalog } from '#server/model/catalog.ts'
import type { AnyVariable, CustomVariable } from '#server/model/variable.ts'
import { csvOf } from '#server/modules/downloads/stream/csv.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { join, raw, sql } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import type { Definition, PedigreeDefinition } from '#tests/reference/definition.ts'
import type { NamedRule } from '#tests/reference/rules.ts'
import { participantsOf, type World } from '#tests/reference/world.ts'
import { bitmapsOf } from '#tests/support/bitmaps-of.ts'
import { resolveMade } from '#tests/support/resolve-made.ts'
import { loadStudy } from '#tests/support/study.ts'

/** The id of the cohort that is saved for a definition. */
export const SAVED = 99

const Member = v.object({ individual_no: v.number() })
const DEFINITION = {
  match: 'all',
  count: 1,
  relatives: null,
  are_versions: false,
  version: 1,
  unknown_as: 'unknown',
  off: false,
  note: '',
  rules: [],
} satisfies RulesPlan['definition']

/** A world in a database of the server, and the server's functions on it. */
export class DatabaseEngine {
  readonly database: Database
  readonly connection: Connection
  readonly bitmaps: BitmapEngine
  readonly evaluateRules: EvaluateRules
  #world: World | null = null
  #catalog: Catalog | null = null
  #made: readonly CustomVariable[] = []

  private constructor(database: Database, connection: Connection, bitmaps = bitmapsOf(database)) {
    this.database = database
    this.connection = connection
    this.bitmaps = bitmaps
    this.evaluateRules = createRuleEngine(bitmaps)
  }

  static async on(database: Database): Promise<DatabaseEngine> {
    return new DatabaseEngine(database, await database.connect())
  }

  /** One reading of the data for all work on bitmaps: the version of the data is read once before it and once after. */
  inOneReading<Result>(work: (engine: DatabaseEngine) => Promise<Result>): Promise<Result> {
    return this.bitmaps.read(this.connection, READS_EVERYTHING, (data) => {
      const engine = new DatabaseEngine(this.database, this.connection, {
        read: (_connection, _reader, readData) => readData(data),
      })
      engine.#world = this.#world
      engine.#catalog = this.#catalog
      engine.#made = this.#made
      return work(engine)
    })
  }

  get world(): World {
    if (!this.#world) throw new Error('No world is loaded.')
    return this.#world
  }

  get made(): readonly CustomVariable[] {
    return this.#made
  }

  /** Replaces the content of the database. */
  async load(world: World): Promise<void> {
    await loadStudy(this.database, world.study)
    const numbers = new Map(participantsOf(world).map(({ id }, place) => [id, place + 1]))
    const numberOf = (id: string) => numbers.get(id) ?? 0
    await this.#fill(
      'cohort_member',
      world.cohorts.flatMap((ids, place) => ids.map((id) => [place + 2, numberOf(id)] as const)),
    )
    await this.#fill(
      'withdrawn_individual',
      world.withdrawn.map((id) => [numberOf(id), 1] as const),
    )
    await raiseDataVersion(this.connection)
    this.#world = world
    this.#catalog = createCatalog(await readCatalog(this.connection))
    this.#made = resolveMade(this.#catalog, world.made, 'multiple')
  }

  known(name: string): AnyVariable | undefined {
    return this.#made.find((one) => one.name === name) ?? this.#catalog?.find(name)
  }

  find(name: string): AnyVariable {
    const variable = this.known(name)
    if (!variable) throw new Error(`There is no ${name}.`)
    return variable
  }

  idsOf(numbers: readonly number[]): string[] {
    const participants = participantsOf(this.world)
    return numbers.map((number) => participants[number - 1]?.id ?? `number ${number}`)
  }

  /** The plan of a cohort; null for other definitions. */
  planOf(definition: Definition, reader = this.reader): CohortPlan | null {
    switch (definition.kind) {
      case 'subset': {
        const { parentId, variable, condition } = definition
        const parent = { cohortId: parentId, reader }
        return { kind: 'subset', subset: { parent, variable: this.find(variable), condition } }
      }
      case 'compound': {
        const { parentId, secondId, operation } = definition
        return { kind: 'compound', population: { ...this.combined(parentId, secondId, operation), reader } }
      }
      case 'pedigree':
        return { kind: 'pedigree', pedigree: this.pedigreeOf(definition) }
      default:
        return null
    }
  }

  get reader(): Reader {
    const { reader, isSuppressing } = this.world
    return isSuppressing ? { ...reader, minimumCell: 2 } : reader
  }

  combined(cohortId: number, secondId: number, operation: SetOperation) {
    return { cohortId, reader: this.reader, combined: { operation, cohortId: secondId } }
  }

  pedigreeOf({ parentId, criterion }: PedigreeDefinition) {
    return {
      parent: { cohortId: parentId, reader: this.reader },
      criterion: criterion && { ...criterion, variable: this.find(criterion.variable) },
    }
  }

  rulesPlan(parentId: number, rules: RuleGroup<string>): RulesPlan {
    const resolved = this.#resolved(rules)
    if (resolved.kind !== 'group') throw new Error('The top of the rules is no group.')
    return { parentId, reader: this.reader, rules: resolved, definition: DEFINITION }
  }

  /** Saves the members of a plan by SQL; returns the row count and the members. */
  async save(plan: CohortPlan): Promise<{ readonly rowcount: number; readonly members: readonly string[] }> {
    await this.connection.run(sql`DELETE FROM cohort_member WHERE cohortid = ${SAVED}`)
    const rowcount = await insertMembers(this.connection, SAVED, plan)
    return { rowcount, members: await this.savedMembers() }
  }

  async savedMembers(): Promise<readonly string[]> {
    // A cohort's members never change only with the data.
    await raiseDataVersion(this.connection)
    const rows = await rowsOf(
      this.connection,
      Member,
      sql`SELECT individual_no FROM cohort_member WHERE cohortid = ${SAVED} ORDER BY individual_no`,
    )
    return this.idsOf(rows.map((row) => row.individual_no))
  }

  /** The summary of the saved cohort: the number of its members, and of its families if it is a pedigree. */
  async summary(definition: Definition): Promise<{ readonly size: number; readonly totals?: unknown }> {
    const { reader } = this
    if (definition.kind === 'pedigree') {
      const { totals } = await countPedigrees(this.connection, this.bitmaps, {
        ...this.pedigreeOf(definition),
        savedAs: SAVED,
      })
      return { size: totals.individuals ?? 0, totals }
    }
    const variable = definition.kind === 'subset' ? this.find(definition.variable) : null
    const rows = await countMembers(this.connection, this.bitmaps, { cohortId: SAVED, reader }, variable)
    return { size: rows.reduce((sum, { count }) => sum + (count ?? 0), 0) }
  }

  /** The rows of a CSV file without its header. */
  async download(cohortId: number, names: readonly string[]): Promise<string[][]> {
    const table = { cohortId, reader: this.reader, variables: names.map((name) => this.find(name)) }
    const pieces: Uint8Array[] = []
    for await (const piece of csvOf(this.database, table, new AbortController().signal)) pieces.push(piece)
    const Lines = v.array(v.array(v.string()))
    return v
      .parse(Lines, parse(Buffer.concat(pieces), { record_delimiter: '\r\n', relax_column_count: false }))
      .slice(1)
  }

  #resolved(rule: NamedRule): Rule<AnyVariable> {
    if (rule.kind === 'group') return { ...rule, rules: rule.rules.map((child) => this.#resolved(child)) }
    return rule.kind === 'condition' ? { ...rule, variable: this.find(rule.variable) } : rule
  }

  async #fill(table: string, pairs: readonly (readonly [number, number])[]): Promise<void> {
    await this.connection.run(sql`DELETE FROM ${raw(table)}`)
    if (pairs.length === 0) return
    const rows = pairs.map(([one, other]) => sql`(${one}, ${other})`)
    await this.connection.run(sql`INSERT INTO ${raw(table)} VALUES ${join(rows)}`)
  }
}
