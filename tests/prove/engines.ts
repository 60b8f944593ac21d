import * as v from 'valibot'
import type { CountRow } from '#contract/shapes/shapes.ts'
import { READS_EVERYTHING } from '#domain/access.ts'
import { hasPlace } from '#server/engine/bitmaps/bitmap.ts'
import { countMembers } from '#server/engine/cohorts/cohort-summary.ts'
import { insertNumbers, membersOfRules, previewRules } from '#server/engine/cohorts/rules.ts'
import { previewSubset } from '#server/engine/cohorts/subset.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { previewConstruct } from '#server/engine/counts/custom-variable-preview.ts'
import { readOverlap } from '#server/engine/counts/overlap.ts'
import { countPedigrees } from '#server/engine/pedigrees/count-pedigrees.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { hasPlaces } from '#server/model/variable.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { join, raw, sql } from '#server/platform/db/sql.ts'
import { SAVED, type DatabaseEngine } from '#tests/prove/database-engine.ts'
import type { ConditionsDefinition, Definition } from '#tests/reference/definition.ts'
import type { Evaluation } from '#tests/reference/evaluate.ts'
import { participantsOf, type World } from '#tests/reference/world.ts'

/** Parts of a preview of a custom variable that the reference evaluator has not. */
const UNCOMPARED = ['score', 'cross', 'left_out']

type Evaluate = (engine: DatabaseEngine, definition: Definition) => Promise<Evaluation>

/** Several oracles ask for the same result: each is found once for a world. */
function once(evaluate: Evaluate): Evaluate {
  const found = new WeakMap<DatabaseEngine, WeakMap<World, WeakMap<Definition, Promise<Evaluation>>>>()
  return (engine, definition) => {
    const ofEngine = found.get(engine) ?? new WeakMap<World, WeakMap<Definition, Promise<Evaluation>>>()
    found.set(engine, ofEngine)
    const ofWorld = ofEngine.get(engine.world) ?? new WeakMap<Definition, Promise<Evaluation>>()
    ofEngine.set(engine.world, ofWorld)
    const evaluation = ofWorld.get(definition) ?? evaluate(engine, definition)
    ofWorld.set(definition, evaluation)
    return evaluation
  }
}

/** The parts of a result that bitmaps count, as the reference evaluator names them. */
export const byBitmaps = once(evaluateByBitmaps)

/** The parts of a result that the statements find which save members and write files. */
export const bySql = once(evaluateBySql)

async function evaluateByBitmaps(engine: DatabaseEngine, definition: Definition): Promise<Evaluation> {
  const { connection, bitmaps, world } = engine
  const { reader } = world
  switch (definition.kind) {
    case 'subset': {
      const { parentId, variable, condition } = definition
      const parent = { cohortId: parentId, reader }
      const subset = { parent, variable: engine.find(variable), condition }
      const { data, split } = await previewSubset(connection, bitmaps, subset)
      return {
        split,
        size: sizeOf(data),
        rows: rowsByKey(data, engine.find(variable).dataType),
      }
    }
    case 'conditions':
      return outcomesByBitmaps(engine, definition)
    case 'compound': {
      const { parentId, secondId, operation } = definition
      const data = await countMembers(connection, bitmaps, engine.combined(parentId, secondId, operation), null)
      return { size: sizeOf(data), rows: rowsByKey(data) }
    }
    case 'pedigree': {
      const { data, totals } = await countPedigrees(connection, bitmaps, engine.pedigreeOf(definition))
      return { size: totals.individuals, totals, families: data }
    }
    case 'rules': {
      const plan = engine.rulesPlan(definition.parentId, definition.rules)
      const { savedId } = definition
      const counts = await previewRules(connection, engine.evaluateRules, plan, { savedId, readableOnly: false })
      const { data, ...others } = counts
      const members = await membersOfRules(connection, engine.evaluateRules, plan)
      return { ...others, size: sizeOf(data), rows: rowsByKey(data), members: engine.idsOf([...members]) }
    }
    case 'custom': {
      const { cohortId, variable } = definition
      const rule = engine.made.find(({ name }) => name === variable)
      if (!rule) throw new Error(`There is no ${variable}.`)
      const preview = await previewConstruct(connection, bitmaps, { rule, cohortId, reader, cross: null })
      if (preview.score) return { split: preview.split, answered: preview.score.answered }
      const counts = { ...preview, values: preview.values.map(({ name, count }) => ({ name, count })) }
      return Object.fromEntries(Object.entries(counts).filter(([part]) => !UNCOMPARED.includes(part)))
    }
    case 'overlap': {
      const parts = await readOverlap(connection, bitmaps, { cohortIds: definition.cohortIds, reader })
      const overlap = parts.map(({ members, count }) => [members.join(' '), count] as const)
      return { overlap: overlap.toSorted(([one], [other]) => (one < other ? -1 : 1)) }
    }
    case 'download':
      return {}
  }
}

async function evaluateBySql(engine: DatabaseEngine, definition: Definition): Promise<Evaluation> {
  switch (definition.kind) {
    case 'download': {
      const numbers = definition.variables.map((name) => engine.find(name).dataType === 'numberrange')
      const lines = await engine.download(definition.cohortId, definition.variables)
      const idColumns = lines[0] ? lines[0].length - numbers.length : 0
      const cellOf = (cell: string, place: number) =>
        numbers[place - idColumns] === true && cell !== '' ? String(Number(cell) + 0) : cell
      return { lines: lines.map((line) => line.map(cellOf)), size: lines.length }
    }
    case 'rules': {
      const plan = engine.rulesPlan(definition.parentId, definition.rules)
      await engine.connection.run(sql`DELETE FROM cohort_member WHERE cohortid = ${SAVED}`)
      const numbers = await membersOfRules(engine.connection, engine.evaluateRules, plan)
      const size = await insertNumbers(engine.connection, SAVED, numbers)
      return { size, members: await engine.savedMembers() }
    }
    case 'conditions':
      return outcomesBySql(engine, definition)
    case 'custom': {
      const [answers] = await answersBySql(engine, [definition.variable])
      return { answers }
    }
    default: {
      const plan = engine.planOf(definition)
      if (!plan) return {}
      const { rowcount, members } = await engine.save(plan)
      return { size: rowcount, members }
    }
  }
}

type Outcome = readonly [outcome: boolean | null, hasRecord: boolean]

/** The results of conditions, named as the reference evaluator names them. */
export function keyed(tested: ConditionsDefinition['tested'], outcomes: readonly unknown[]): Evaluation {
  return Object.fromEntries(
    tested.map(({ variable, condition }, nth) => [`${nth} ${variable} ${JSON.stringify(condition)}`, outcomes[nth]]),
  )
}

/** The outcome of each condition for each individual of the database. */
function outcomesByBitmaps(engine: DatabaseEngine, { tested }: ConditionsDefinition): Promise<Evaluation> {
  const { world, connection, bitmaps } = engine
  return bitmaps.read(connection, READS_EVERYTHING, async (data) => {
    const places = participantsOf(world).map((_, nth) => data.individuals.placeOf[nth + 1] ?? -1)
    const outcomes: Outcome[][] = []
    for (const { variable, condition } of tested) {
      const one = { variable: engine.find(variable), condition, reader: world.reader }
      const { yes, no, hasRecord } = await data.outcomeOf(one)
      outcomes.push(
        places.map((place) => {
          const outcome = hasPlace(yes, place) ? true : hasPlace(no, place) ? false : null
          return [outcome, hasPlace(hasRecord, place)] as const
        }),
      )
    }
    return keyed(tested, outcomes)
  })
}

const OutcomeRow = v.record(v.string(), v.nullable(v.boolean()))

/** All conditions in one statement. */
async function outcomesBySql(engine: DatabaseEngine, { tested }: ConditionsDefinition): Promise<Evaluation> {
  const { connection, world } = engine
  const answers = new Answers(connection.dialect, { cohortId: 1, reader: world.reader })
  const columns = tested.flatMap(({ variable, condition }, nth) => {
    const answer = answers.answerTo(engine.find(variable))
    const outcome = conditionSql(answer, condition, connection.dialect)
    return [sql`${outcome} AS ${raw(`o${nth}`)}`, sql`${answer.hasRecord} AS ${raw(`h${nth}`)}`]
  })
  const rows = await rowsOf(
    connection,
    OutcomeRow,
    sql`${answers.tables} SELECT ${join(columns)} FROM person ORDER BY individual_no`,
  )
  const outcomes = tested.map((_, nth) => rows.map((row) => [row[`o${nth}`] ?? null, row[`h${nth}`] ?? false] as const))
  return keyed(tested, outcomes)
}

const AnswerRow = v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()])))

/** The values of custom variables for each individual of the database, in one statement. */
export async function answersBySql(engine: DatabaseEngine, names: readonly string[]) {
  const { connection, world } = engine
  const variables = names.map((name) => engine.find(name))
  const answers = new Answers(connection.dialect, { cohortId: 1, reader: world.reader })
  const columns = variables.flatMap((variable, nth) => {
    const { value, hasRecord } = answers.answerTo(variable)
    return [sql`${value} AS ${raw(`v${nth}`)}`, sql`${hasRecord} AS ${raw(`h${nth}`)}`]
  })
  const rows = await rowsOf(
    connection,
    AnswerRow,
    sql`${answers.tables} SELECT ${join(columns)} FROM person ORDER BY individual_no`,
  )
  const ids = participantsOf(world).map(({ id }) => id)
  return variables.map((variable, nth) =>
    rows.map((row, place) => {
      const value = row[`v${nth}`] ?? null
      const text = value === null || hasPlaces(variable) ? value : String(Number(value) + 0)
      return [ids[place], text, row[`h${nth}`]] as const
    }),
  )
}

function sizeOf(rows: readonly { readonly count: number | null }[]): number {
  return rows.reduce((sum, { count }) => sum + (count ?? 0), 0)
}

/** Counts by stratum and value, sorted. */
function rowsByKey(rows: readonly CountRow[], dataType = 'text'): (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { collection, study_id, consent, dx_nimh, value, count } of rows) {
    const shown = value != null && dataType === 'numberrange' ? String(Number(value) + 0) : (value ?? null)
    const key = JSON.stringify([collection, study_id, consent, dx_nimh, shown])
    counts.set(key, (counts.get(key) ?? 0) + (count ?? 0))
  }
  return [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
}
