import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import type { RuleDefinition } from '#contract/rules.ts'
import type { Reader } from '#domain/access.ts'
import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts.ts'
import {
  isActive,
  NO_RULE_OPTIONS,
  RELATIVES,
  RULE_MATCHES,
  ruleList,
  rulesProblem,
  UNKNOWN_CHOICES,
  type Rule,
  type RuleGroup,
} from '#domain/rules.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { createCatalog, type Catalog } from '#server/model/catalog.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { insertMembers } from '#server/engine/cohorts/cohort-plan.ts'
import { changesOf, countRules, previewRules, type RulesPlan } from '#server/engine/cohorts/rules.ts'
import { createCountAnswers, type CountAnswers } from '#server/engine/sources/count-answers.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { arbitraryStudy, conditionOn, VARIABLES } from '#tests/support/arbitrary-study.ts'
import { SlowWorld, type Sketch } from '#tests/support/slow-rules.ts'
import { inOrder, loadStudy, type Person, type Study } from '#tests/support/study.ts'
import { storedRows } from '#tests/support/stored-rows.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

let database: Database
let connection: Connection
let count: CountAnswers

beforeAll(async () => {
  database = await openDatabase(':memory:')
  connection = await database.connect()
  count = createCountAnswers(database)
})
afterAll(() => database.close())

const PARENT = 2
const OTHER = 3
const SAVED = 4
const FAMILIES = ['A', 'B', 'C', null]

const options = fc.record({
  unknownAs: fc.constantFrom(...UNKNOWN_CHOICES),
  isOff: fc.constantFrom(false, false, false, true),
  note: fc.constant(''),
})

const leaf: fc.Arbitrary<Sketch> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .nat({ max: VARIABLES.length - 1 })
      .chain((variable) =>
        fc
          .tuple(conditionOn(VARIABLES[variable]?.dataType ?? 'text'), options)
          .map(([condition, own]): Sketch => ({ kind: 'condition', variable, condition, ...own })),
      ),
  },
  {
    weight: 1,
    arbitrary: options.map((own): Sketch => ({ kind: 'cohort', cohortId: OTHER, ...own })),
  },
)

function groupOf(levels: number): fc.Arbitrary<RuleGroup<number>> {
  const rule = levels === 0 ? leaf : fc.oneof({ weight: 2, arbitrary: leaf }, groupOf(levels - 1))
  return fc
    .record({
      match: fc.constantFrom(...RULE_MATCHES),
      count: fc.integer({ min: 1, max: 3 }),
      relatives: fc.option(
        fc.record({
          scope: fc.constantFrom(...RELATIVES),
          comparison: fc.constantFrom(...PEDIGREE_CONSTRAINTS),
          count: fc.integer({ min: 0, max: 3 }),
        }),
        { freq: 3 },
      ),
      rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
      own: options,
    })
    .map(({ own, ...group }) => ({ kind: 'group', ...group, ...own }))
}

const rules = groupOf(2).filter((group) => rulesProblem(group) === null)
const families = fc.array(fc.constantFrom(...FAMILIES), { minLength: 14, maxLength: 14 })
const members = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 14 })))
const ADMIN: Reader = { isAdmin: true, collections: [] }
const reader = fc.constantFrom<Reader>(
  ADMIN,
  { isAdmin: false, collections: ['bp', 'sz'] },
  { isAdmin: false, collections: [] },
)

test('rule trees match the reference implementation in counts, splits, members and changes', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryStudy, families, rules, members, members, reader, fc.boolean(), async (...generated) => {
      const [anyStudy, familyOf, sketch, parent, other, reader, hidesUnreadableRelatives] = generated
      const study = withFamilies(anyStudy, familyOf)
      await loadStudy(database, study)
      await fill(PARENT, parent ?? [])
      await fill(OTHER, other ?? [])
      const catalog = createCatalog(await readCatalog(connection))
      const top = resolved(sketch, catalog)
      if (top.kind !== 'group') return
      const plan: RulesPlan = {
        ...planOf([], reader),
        parent: { cohortId: parent ? PARENT : 1, reader },
        rules: top,
        hidesUnreadableRelatives,
      }
      const world = new SlowWorld(study, new Set(other ?? []), { reader, hidesUnreadableRelatives })
      const numbers = inOrder(study.participants).map((_, place) => place + 1)
      const inParent = numbers.filter((number) => !parent || parent.includes(number))
      const preview = await previewRules(connection, count, plan)
      const expected = world.splitOf(sketch, inParent)
      expect(preview.split).toEqual(expected.split)
      expect(preview.assumed).toBe(expected.assumed)
      expect(preview.data.reduce((sum, row) => sum + (row.count ?? 0), 0)).toBe(expected.split.match)

      const counted = await countRules(connection, count, plan, false)
      const active = activeRules(sketch)
      expect(counted).toEqual(active.map(({ path, rule }) => ({ path, split: world.splitOf(rule, inParent).split })))

      const matching = inParent.filter((number) => world.outcome(sketch, number) === true)
      await fill(SAVED, [])
      expect(await insertMembers(connection, SAVED, { kind: 'rules', rules: plan })).toBe(matching.length)
      expect(await membersOf(SAVED)).toEqual(matching)

      const before = new Set(other ?? [])
      expect(await changesOf(connection, count, plan, OTHER)).toEqual({
        entered: matching.filter((number) => !before.has(number)).length,
        left: [...before].filter((number) => !matching.includes(number)).length,
        stayed: matching.filter((number) => before.has(number)).length,
      })
    }),
    { numRuns: 40 },
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
      ].map((sketch) => resolved(sketch, catalog))
      if (!on || !off) return
      const previewOf = (rules: Rule<AnyVariable>[]) => previewRules(connection, count, planOf(rules, ADMIN))
      expect(await previewOf([on, off])).toEqual(await previewOf([on]))
    }),
    { numRuns: 15 },
  )
})

const TOP = { match: 'all', count: 1, relatives: null, rules: [] } as const
const DEFINITION = {
  ...TOP,
  version: 1,
  unknown_as: 'unknown',
  off: false,
  note: '',
  rules: [],
} satisfies RuleDefinition

function planOf(rules: readonly Rule<AnyVariable>[], reader: Reader): RulesPlan {
  const top: RuleGroup<AnyVariable> = { kind: 'group', ...TOP, ...NO_RULE_OPTIONS, rules }
  return { parent: { cohortId: 1, reader }, rules: top, definition: DEFINITION, hidesUnreadableRelatives: false }
}

function resolved(rule: Sketch, catalog: Catalog): Rule<AnyVariable> {
  if (rule.kind === 'cohort') return rule
  if (rule.kind === 'group') return { ...rule, rules: rule.rules.map((own) => resolved(own, catalog)) }
  const variable = catalog.find(VARIABLES[rule.variable]?.name ?? '')
  if (!variable) throw new Error('The catalog lacks a variable.')
  return { ...rule, variable }
}

/** Rules that take part, each before those below it. */
function activeRules(top: Sketch) {
  const isOnPath = (path: readonly number[]) =>
    ruleList(top).every(({ path: above, rule }) => !isPrefix(above, path) || isActive(rule))
  return ruleList(top).filter(({ path }) => isOnPath(path))
}

function isPrefix(above: readonly number[], path: readonly number[]): boolean {
  return above.every((place, at) => path[at] === place)
}

function withFamilies(study: Study, familyOf: readonly (string | null)[]): Study {
  return {
    ...study,
    participants: study.participants.map((person, place): Person => ({ ...person, family: familyOf[place] ?? null })),
  }
}

async function fill(cohortId: number, numbers: readonly number[]): Promise<void> {
  await connection.run(sql`DELETE FROM cohort_member WHERE cohortid = ${cohortId}`)
  for (const number of numbers) await connection.run(sql`INSERT INTO cohort_member VALUES (${cohortId}, ${number})`)
  await raiseDataVersion(connection)
}

async function membersOf(cohortId: number): Promise<number[]> {
  const rows = await storedRows(
    connection,
    sql`SELECT individual_no FROM cohort_member WHERE cohortid = ${cohortId} ORDER BY 1`,
  )
  return rows.map(([number]) => Number(number))
}
