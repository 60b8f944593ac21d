import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RuleDefinition } from '#contract/rules.ts'
import { mayRead, type Reader } from '#domain/access.ts'
import { NO_RULE_OPTIONS, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { createRuleEngine, type EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import { membersOfRules, previewRules, type RulesPlan } from '#server/engine/cohorts/rules.ts'
import { createCatalog, type Catalog } from '#server/model/catalog.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { evaluate as referenceOf } from '#tests/reference/evaluate.ts'
import { Rules, type NamedRule } from '#tests/reference/rules.ts'
import { participantsOf, type World } from '#tests/reference/world.ts'
import { arbitraryLeaf, arbitraryRules } from '#tests/support/arbitrary-rules.ts'
import { arbitraryStudy, onTwoForms } from '#tests/support/arbitrary-study.ts'
import { bitmapsOf } from '#tests/support/bitmaps-of.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { inOrder, loadStudy, type Person, type Study } from '#tests/support/study.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

let database: Database
let connection: Connection
let evaluate: EvaluateRules

beforeAll(async () => {
  database = await openDatabase(':memory:')
  connection = await database.connect()
  evaluate = createRuleEngine(bitmapsOf(database))
})
afterAll(() => database.close())

const PARENT = 2
const OTHER = 3
const FAMILIES = ['A', 'B', 'C', null]

const rules = arbitraryRules(OTHER)
const leaf = arbitraryLeaf(OTHER)
/** A family, and the places of the parents among the individuals before. */
const families = fc.array(
  fc.record({ family: fc.constantFrom(...FAMILIES), father: parentPlace(), mother: parentPlace() }),
  { minLength: 14, maxLength: 14 },
)
const studies = fc.oneof(arbitraryStudy, arbitraryStudy.map(onTwoForms))
const members = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 14 })))
const ADMIN: Reader = { isAdmin: true, collections: [] }
const reader = fc.constantFrom<Reader>(
  ADMIN,
  { isAdmin: false, collections: ['bp', 'sz'] },
  { isAdmin: false, collections: [] },
)

test('rule trees match the reference implementation in counts, splits, members and changes', async () => {
  await fc.assert(
    fc.asyncProperty(studies, families, rules, members, members, reader, fc.boolean(), async (...generated) => {
      const [anyStudy, familyOf, named, parent, other, who, isSuppressing] = generated
      const reader = { ...who, minimumCell: isSuppressing ? 2 : 0 }
      const study = withFamilies(anyStudy, familyOf)
      const world = worldOf(study, [parent ?? [], other ?? []], reader, isSuppressing)
      await loadStudy(database, study)
      await fill(PARENT, parent ?? [])
      await fill(OTHER, other ?? [])
      const catalog = createCatalog(await readCatalog(connection))
      const top = resolved(named, catalog)
      if (top.kind !== 'group') return
      const plan: RulesPlan = {
        ...planOf([], reader),
        parentId: parent ? PARENT : 1,
        rules: top,
      }
      const definition = { kind: 'rules', parentId: plan.parentId, rules: named, savedId: OTHER } as const
      const { members: ids, rows, ...counts } = referenceOf(world, definition)
      const preview = await previewRules(connection, evaluate, plan, { savedId: OTHER, readableOnly: false })
      expect({ ...preview, size: preview.data.reduce((sum, row) => sum + (row.count ?? 0), 0) }).toEqual({
        ...counts,
        data: expect.anything(),
      })
      expect(rows).toBeDefined()
      expect([...(await membersOfRules(connection, evaluate, plan))]).toEqual(numbersOf(world, ids))
      const inParent = participantsOf(world).filter((_, place) => !parent || parent.includes(place + 1))
      const readable = inParent.filter(({ collection }) => mayRead(reader, collection))
      const rules = new Rules(world)
      const counted = await previewRules(connection, evaluate, plan, { savedId: null, readableOnly: true })
      expect(counted.rules).toEqual(rules.splitsOf(named, readable))
      expect(counted.steps).toEqual(rules.stepsOf(named, readable))
    }),
    { numRuns: fuzzRuns(40) },
  )
})

test('steps count the individuals who match all rules so far, in every order of the rules, and end at the same cohort', async () => {
  const leaves = fc.array(leaf, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(studies, leaves, reader, async (study, several, reader) => {
      await loadStudy(database, study)
      const catalog = createCatalog(await readCatalog(connection))
      const world = worldOf(study, [[], []], reader)
      const reference = new Rules(world)
      await fill(OTHER, [])
      const on = several.map((rule) => ({ ...rule, isOff: false }))
      const sizes = new Set<number>()
      for (const order of ordersOf(on)) {
        const rules = order.map((rule) => resolved(rule, catalog))
        const options = { savedId: null, readableOnly: false }
        const { steps, split } = await previewRules(connection, evaluate, planOf(rules, reader), options)
        let before = participantsOf(world)
        for (const [place, rule] of order.entries()) {
          expect(steps[place]).toEqual({ path: [place], split: reference.splitOf(rule, before).split })
          before = before.filter((person) => reference.outcome(rule, person) === true)
        }
        expect(steps).toHaveLength(order.length)
        expect(split.match).toBe(before.length)
        sizes.add(before.length)
      }
      expect(sizes.size).toBe(1)
    }),
    { numRuns: fuzzRuns(15) },
  )
})

test('a rule that is switched off changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryStudy, leaf, leaf, async (study, one, other) => {
      await loadStudy(database, study)
      const catalog = createCatalog(await readCatalog(connection))
      const [on, off] = [
        { ...one, isOff: false },
        { ...other, isOff: true },
      ].map((rule) => resolved(rule, catalog))
      if (!on || !off) return
      const all = { savedId: null, readableOnly: false }
      const previewOf = async (rules: Rule<AnyVariable>[]) =>
        (await previewRules(connection, evaluate, planOf(rules, ADMIN), all)).split
      expect(await previewOf([on, off])).toEqual(await previewOf([on]))
    }),
    { numRuns: 15 },
  )
})

test('a text in a group that is switched off leaves no individual uncounted', async () => {
  const participants = ['P1', 'P2'].map((id) => ({ id, family: null, collection: 'sz', study: '1' }))
  const variables = [
    { name: 'CATEGORICAL', dataType: 'categorical', possibleValues: ['1'] },
    { name: 'TEXT', dataType: 'text' },
  ]
  const records = { P1: { CATEGORICAL: '1', TEXT: 'a' } }
  await loadStudy(database, { participants, forms: [{ instrument: 'A', version: '1', variables, records }] })
  const catalog = createCatalog(await readCatalog(connection))
  const condition = { ...NO_RULE_OPTIONS, kind: 'condition', condition: { operator: 'EQ', values: ['1'] } } as const
  const off = {
    ...NO_RULE_OPTIONS,
    ...TOP,
    kind: 'group',
    areVersions: false,
    isOff: true,
    rules: [{ ...condition, variable: 'TEXT' }],
  } as const
  const rules = [{ ...condition, variable: 'CATEGORICAL' }, off].map((rule) => resolved(rule, catalog))
  const plan = planOf(rules, { isAdmin: false, collections: [] })
  const { split } = await previewRules(connection, evaluate, plan, { savedId: null, readableOnly: false })
  expect(split).toEqual({ match: 1, no_match: 0, unknown: 0, no_record: 1 })
})

const TOP = { match: 'all', count: 1, relatives: null, rules: [] } as const
const DEFINITION = {
  ...TOP,
  are_versions: false,
  version: 1,
  unknown_as: 'unknown',
  off: false,
  note: '',
  rules: [],
} satisfies RuleDefinition

function planOf(rules: readonly Rule<AnyVariable>[], reader: Reader): RulesPlan {
  const top: RuleGroup<AnyVariable> = { kind: 'group', ...TOP, areVersions: false, ...NO_RULE_OPTIONS, rules }
  return { parentId: 1, reader, rules: top, definition: DEFINITION }
}

function resolved(rule: NamedRule, catalog: Catalog): Rule<AnyVariable> {
  if (rule.kind === 'cohort' || rule.kind === 'stratum') return rule
  if (rule.kind === 'group') return { ...rule, rules: rule.rules.map((child) => resolved(child, catalog)) }
  const variable = catalog.find(rule.variable)
  if (!variable) throw new Error('The catalog lacks a variable.')
  return { ...rule, variable }
}

function worldOf(study: Study, cohorts: readonly (readonly number[])[], reader: Reader, isSuppressing = false): World {
  const ids = inOrder(study.participants).map(({ id }) => id)
  const members = cohorts.map((numbers) => numbers.flatMap((number) => ids[number - 1] ?? []))
  return { study, made: [], cohorts: members, withdrawn: [], reader, isSuppressing }
}

function numbersOf(world: World, ids: unknown): number[] {
  return participantsOf(world).flatMap(({ id }, place) => (Array.isArray(ids) && ids.includes(id) ? [place + 1] : []))
}

function ordersOf<One>(all: readonly One[]): (readonly One[])[] {
  if (all.length === 0) return [[]]
  return all.flatMap((first, place) => ordersOf(all.toSpliced(place, 1)).map((others) => [first, ...others]))
}

interface FamilyPlace {
  readonly family: string | null
  readonly father: number | null
  readonly mother: number | null
}

function parentPlace() {
  return fc.option(fc.nat({ max: 4 }), { freq: 3 })
}

const STRATA = [
  { study: '1', dx: 'bipolar', consent: 'general' },
  { study: '2', dx: 'control' },
  { study: '2', dx: '', consent: 'disease' },
]

/** Parents stand before their children; few possible parents make siblings. */
function withFamilies({ participants, ...study }: Study, places: readonly FamilyPlace[]): Study {
  return {
    ...study,
    participants: participants.map((person, index): Person => {
      const { family = null, father = null, mother = null } = places[index] ?? {}
      const idOf = (place: number | null) => (place !== null && place < index ? participants[place]?.id : undefined)
      const [fatherId, motherId] = [idOf(father), father === mother ? undefined : idOf(mother)]
      return {
        ...person,
        ...STRATA[index % STRATA.length],
        family,
        ...(fatherId !== undefined && { father: fatherId }),
        ...(motherId !== undefined && { mother: motherId }),
      }
    }),
  }
}

async function fill(cohortId: number, numbers: readonly number[]): Promise<void> {
  await connection.run(sql`DELETE FROM cohort_member WHERE cohortid = ${cohortId}`)
  for (const number of numbers) await connection.run(sql`INSERT INTO cohort_member VALUES (${cohortId}, ${number})`)
  await raiseDataVersion(connection)
}
