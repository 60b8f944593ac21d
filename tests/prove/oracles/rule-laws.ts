import { NO_RULE_OPTIONS, type RuleGroup } from '#domain/cohorts/rules.ts'
import { membersOfRules, previewRules } from '#server/engine/cohorts/rules.ts'
import { countPedigrees } from '#server/engine/pedigrees/count-pedigrees.ts'
import type { DatabaseEngine } from '#tests/prove/database-engine.ts'
import { atMost, type Oracle } from '#tests/prove/oracles/oracle.ts'
import type { NamedRule } from '#tests/reference/rules.ts'

async function countOf(engine: DatabaseEngine, parentId: number, rules: RuleGroup<string>) {
  const plan = engine.rulesPlan(parentId, rules)
  const options = { savedId: null, readableOnly: false }
  const { split, assumed } = await previewRules(engine.connection, engine.evaluateRules, plan, options)
  return { split, assumed, members: [...(await membersOfRules(engine.connection, engine.evaluateRules, plan))] }
}

function reversed(rule: NamedRule): NamedRule {
  return rule.kind === 'group' ? { ...rule, rules: rule.rules.map(reversed).toReversed() } : rule
}

/** The order of rules, at every level, changes neither counts nor members. */
export const ORDER: Oracle = {
  name: 'order of rules',
  check: async ({ duckdb }, definition) => {
    if (definition.kind !== 'rules') return null
    const { parentId, rules } = definition
    const other = reversed(rules)
    if (other.kind !== 'group') return null
    const [one, two] = [await countOf(duckdb, parentId, rules), await countOf(duckdb, parentId, other)]
    const [first, second] = [JSON.stringify(one), JSON.stringify(two)]
    return first === second ? [] : [`rules: ${first} ≠ rules in reversed order: ${second}`]
  },
}

const TOP = { ...NO_RULE_OPTIONS, kind: 'group', count: 1, relatives: null, areVersions: false } as const

/** An alternative never removes a match, a further rule never adds one, and neither does a higher threshold. */
export const MONOTONE: Oracle = {
  name: 'monotonicity',
  check: async ({ duckdb }, definition) => {
    const { connection, bitmaps } = duckdb
    if (definition.kind === 'pedigree') {
      const { criterion } = definition
      if (!criterion) return null
      const families = async (changed: Partial<typeof criterion>) =>
        (
          await countPedigrees(
            connection,
            bitmaps,
            duckdb.pedigreeOf({ ...definition, criterion: { ...criterion, ...changed } }),
          )
        ).totals.pedigrees
      const [affectedCount, minimumSize] = [criterion.affectedCount + 1, criterion.minimumSize + 1]
      const kept = (await families({})) ?? 0
      const fewer = (await families({ comparison: 'min', affectedCount })) ?? 0
      return [
        ...atMost('families of more affected members', fewer, (await families({ comparison: 'min' })) ?? 0),
        ...atMost('larger families', (await families({ minimumSize })) ?? 0, kept),
      ]
    }
    if (definition.kind !== 'rules' && definition.kind !== 'subset') return null
    const { parentId } = definition
    const rule: NamedRule =
      definition.kind === 'rules'
        ? definition.rules
        : { ...NO_RULE_OPTIONS, kind: 'condition', variable: definition.variable, condition: definition.condition }
    if (rule.isOff) return null
    const matchOf = async (top: RuleGroup<string>) => (await countOf(duckdb, parentId, top)).split.match ?? 0
    const other: NamedRule = { ...NO_RULE_OPTIONS, kind: 'cohort', cohortId: 3 }
    const alone = await matchOf({ ...TOP, match: 'all', rules: [rule] })
    const assumed = await matchOf({ ...TOP, match: 'all', unknownAs: 'match', rules: [rule] })
    const atLeast = (count: number) => matchOf({ ...TOP, match: 'atLeast', count, rules: [rule, other] })
    return [
      ...atMost('a rule ≤ the rule OR another', alone, await matchOf({ ...TOP, match: 'any', rules: [rule, other] })),
      ...atMost('a rule AND another ≤ the rule', await matchOf({ ...TOP, match: 'all', rules: [rule, other] }), alone),
      ...atMost('sure matches ≤ sure or unknown ones', alone, assumed),
      ...atMost('at least two of two ≤ at least one of two', await atLeast(2), await atLeast(1)),
    ]
  },
}
