import * as fc from 'fast-check'
import type * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew, cohortOverlap } from '#contract/cohorts.ts'
import { historyInfo } from '#contract/history.ts'
import { rulesInfo, rulesNew, rulesPreview } from '#contract/rules.ts'
import {
  memberOf,
  groupOf,
  rulesOfVersion,
  rulesSent,
  savedGroup,
  type CohortRules,
} from '#contract/shapes/rules-of-definition.ts'
import { fromWire, toWire } from '#contract/shapes/wire-names.ts'
import { NO_RULE_OPTIONS, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { sizesOfOverlap } from '#entities/cohorts/pictures/set-sizes.ts'
import { isAsSaved, reasonsOf, reasonsRequest, rulesToMatch } from '#features/comparing/reasons.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

let server: TestServer
let guarded: TestServer
beforeAll(async () => {
  server = await createTestServer()
  guarded = await createTestServer({ minimumCell: 3 })
})
afterAll(() => {
  server.close()
  guarded.close()
})

const condition = (
  variable: string,
  operator: 'EQ' | 'NEQ' | 'GT' | 'LT' | 'VALID',
  ...values: string[]
): Rule<string> => ({
  ...NO_RULE_OPTIONS,
  kind: 'condition',
  variable,
  condition: { operator, values },
})

async function save(call: WireCall, parentId: number, top: RuleGroup<string>): Promise<number | null> {
  const sent = toWire<Parameters<typeof rulesNew.failure>[0]>({ parentId, rules: rulesSent(top), name: '' })
  const saved = await call(rulesNew, { ...sent, name: `Cohort ${Math.random()}` })
  return saved.ok ? saved.value.new_cohort_id : null
}

/** Why members of the first cohort are not in the second. */
async function explain(call: WireCall, firstId: number, secondId: number) {
  const definition = async (cohortid: number): Promise<CohortRules> => {
    const { parentId, rules } = fromWire(valueOf(await call(rulesInfo, { cohortid })))
    const top = savedGroup(rules)
    if (!top) throw new Error('The definition is unknown.')
    return { parentId, top }
  }
  const [first, other] = [await definition(firstId), await definition(secondId)]
  const explained = { cohortId: firstId, parentId: first.parentId, other }
  const request = reasonsRequest(explained)
  const overlaps = fromWire(valueOf(await call(cohortOverlap, { cohortids: [firstId, secondId] }))).data
  if (!request) throw new Error('The definition has no rules.')
  const preview = fromWire(valueOf(await call(rulesPreview, toWire<v.InferInput<typeof rulesPreview.input>>(request))))
  return { overlaps, preview, reasons: reasonsOf(rulesToMatch(explained), preview) }
}

const leaf = fc.constantFrom(
  condition('AGE', 'GT', '40'),
  condition('AGE', 'LT', '55'),
  condition('MARITAL', 'EQ', '1'),
  condition('MARITAL', 'NEQ', '3'),
  condition('MOOD_LOW', 'EQ', '1'),
  condition('SMOKER', 'VALID'),
  { ...condition('AGE', 'GT', '30'), unknownAs: 'match' as const },
)
const definition = fc
  .record({
    match: fc.constantFrom('all' as const, 'any' as const),
    rules: fc.array(leaf, { minLength: 1, maxLength: 3 }),
    nested: fc.option(fc.array(leaf, { minLength: 1, maxLength: 2 })),
  })
  .map(({ match, rules, nested }) => groupOf(match, [...rules, ...(nested ? [groupOf('any', nested)] : [])]))

test('the reasons of members of one cohort only add up to their number, in the order of the rules', async () => {
  const call = await server.callAs('admin')
  await fc.assert(
    fc.asyncProperty(definition, definition, fc.boolean(), async (one, other, isNested) => {
      const parent = isNested ? await save(call, 1, groupOf('all', [condition('MARITAL', 'VALID')])) : 1
      const [firstId, secondId] = [await save(call, 1, one), await save(call, parent ?? 1, other)]
      if (firstId === null || secondId === null) return
      const { overlaps, preview, reasons } = await explain(call, firstId, secondId)
      const { onlyFirst } = sizesOfOverlap(overlaps, firstId, secondId)
      expect(isAsSaved(preview, overlaps, [firstId, secondId])).toBe(true)
      expect(reasons.reduce((sum, { first }) => sum + (first ?? 0), 0)).toBe(onlyFirst)
      for (const { split } of reasons) {
        expect(split.noMatch + split.unknown + split.noRecord).toBeLessThanOrEqual(onlyFirst ?? 0)
      }
    }),
    { numRuns: fuzzRuns(20) },
  )
})

test('versions of subsets and compound sets have the rules that the back end gives', async () => {
  const call = await server.callAs('admin')
  const made = async (name: string, draft: Partial<v.InferInput<typeof cohortNew.input>>) => {
    const request = { parent_id: 1, cohort_type: 'subset', name, ...draft } as const
    return valueOf(await call(cohortNew, request)).new_cohort_id
  }
  const old = await made('Old', { variable: 'AGE', constraint_type: 'GT', constraint_value: '40' })
  const married = await made('Married', { variable: 'MARITAL', constraint_type: 'EQ', constraint_value: '1' })
  const compound = (constraint_type: string) =>
    made(constraint_type, { parent_id: old, cohort_type: 'compound', secondparent_id: married, constraint_type })
  const ids = [old, await compound('UNION'), await compound('INTERSECT'), await compound('SUBTRACT')]
  for (const id of ids) {
    const { data } = fromWire(valueOf(await call(historyInfo, { kind: 'cohort', id })))
    const { parentId, rules } = fromWire(valueOf(await call(rulesInfo, { cohortid: id })))
    const version = data[0]?.definition.cohort
    expect(version && rulesOfVersion(version)).toEqual({ parentId, top: savedGroup(rules) })
  }
  const families = await made('Families', { cohort_type: 'pedigree' })
  const { data } = fromWire(valueOf(await call(historyInfo, { kind: 'cohort', id: families })))
  const version = data[0]?.definition.cohort
  expect(version && rulesOfVersion(version)).toBeNull()
})

test('an individual outside of the parent cohort of the other is a reason, too', async () => {
  const call = await server.callAs('admin')
  const married = await save(call, 1, groupOf('all', [condition('MARITAL', 'EQ', '1')]))
  const first = await save(call, 1, groupOf('all', [condition('AGE', 'GT', '0')]))
  const second = await save(call, married ?? 0, groupOf('all', [condition('AGE', 'GT', '51')]))
  const { reasons, overlaps } = await explain(call, first ?? 0, second ?? 0)
  expect(sizesOfOverlap(overlaps, first ?? 0, second ?? 0)).toEqual({ onlyFirst: 5, both: 1, onlySecond: 0 })
  expect(reasons.map(({ rule, split, first: only }) => [rule.kind, split.noMatch, split.unknown, only])).toEqual([
    ['cohort', 4, 0, 4],
    ['condition', 4, 0, 1],
  ])
  expect(reasons[0]?.rule).toEqual(memberOf(married ?? 0))
})

test.each(['researcher', 'colleague'] as const satisfies readonly Username[])(
  'with small counts suppressed, the reasons for %s are of readable individuals, whatever others answered',
  async (username) => {
    const call = await guarded.callAs(username)
    const first = await save(call, 1, groupOf('all', [condition('AGE', 'GT', '0')]))
    const second = await save(call, 1, groupOf('all', [condition('MARITAL', 'EQ', '1')]))
    const { preview, overlaps, reasons } = await explain(call, first ?? 0, second ?? 0)
    expect([preview.split, preview.changes, preview.assumed]).toEqual([null, null, null])
    expect(isAsSaved(preview, overlaps, [first ?? 0, second ?? 0])).toBeNull()
    const readable = { researcher: 5, colleague: 4 }[username]
    const [{ split } = { split: null }] = reasons
    expect(split && split.match + split.noMatch + split.unknown + split.noRecord).toBe(readable)
  },
)
