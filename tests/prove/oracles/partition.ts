import { NO_RULE_OPTIONS, type RuleGroup } from '#domain/cohorts/rules.ts'
import { previewRules } from '#server/engine/cohorts/rules.ts'
import { previewSubset } from '#server/engine/cohorts/subset.ts'
import { previewConstruct } from '#server/engine/counts/custom-variable-preview.ts'
import type { DatabaseEngine } from '#tests/prove/database-engine.ts'
import { equal, type Oracle } from '#tests/prove/oracles/oracle.ts'
import type { NamedRule } from '#tests/reference/rules.ts'
import { membersOf } from '#tests/reference/world.ts'

interface Split {
  readonly match: number | null
  readonly no_match: number | null
  readonly unknown: number | null
  readonly no_record: number | null
  readonly not_counted?: number | null | undefined
}

function sumOf({ match, no_match, unknown, no_record, not_counted }: Split): number {
  return [match, no_match, unknown, no_record, not_counted].reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

/** Ternary logic: match, no match, unknown and no record are all individuals, and so are a rule, its negation and the rest. */
export const PARTITION: Oracle = {
  name: 'partition',
  check: async (engines, definition) => {
    const { duckdb, world } = engines
    const { connection, bitmaps } = duckdb
    const { reader } = world
    switch (definition.kind) {
      case 'subset': {
        const { parentId, variable, condition } = definition
        const size = membersOf(world, parentId).length
        const parent = { cohortId: parentId, reader }
        const subset = { parent, variable: duckdb.find(variable), condition }
        const { data, split, splitByCollection } = await previewSubset(connection, bitmaps, subset)
        const parts = [...splitByCollection.values()].map(sumOf).reduce((sum, count) => sum + count, 0)
        const rule: NamedRule = { ...NO_RULE_OPTIONS, kind: 'condition', variable, condition }
        return [
          ...equal('match + no match + unknown + no record = N', sumOf(split), size),
          ...equal('the splits of all collections = N', parts, size),
          ...equal(
            'the rows of all strata = match',
            data.reduce((sum, { count }) => sum + (count ?? 0), 0),
            split.match ?? 0,
          ),
          ...(await ternary(duckdb, parentId, rule, size)),
        ]
      }
      case 'rules': {
        const { parentId, rules } = definition
        const size = membersOf(world, parentId).length
        const plan = duckdb.rulesPlan(parentId, rules)
        const counts = await previewRules(connection, duckdb.evaluateRules, plan, {
          savedId: null,
          readableOnly: false,
        })
        return [
          ...equal('match + no match + unknown + no record = N', sumOf(counts.split), size),
          ...counts.rules.flatMap(({ path, split }) =>
            equal(`the split of rule ${path.join('.')} = N`, sumOf(split), size),
          ),
          ...(rules.isOff ? [] : await ternary(duckdb, parentId, { ...rules, unknownAs: 'unknown' }, size)),
        ]
      }
      case 'custom': {
        const rule = duckdb.made.find(({ name }) => name === definition.variable)
        if (!rule) return null
        const { cohortId } = definition
        const { split } = await previewConstruct(connection, bitmaps, { rule, cohortId, reader, cross: null })
        return (
          split && equal('match + no match + unknown + no record = N', sumOf(split), membersOf(world, cohortId).length)
        )
      }
      default:
        return null
    }
  },
}

/** A rule and its negation, also with unknown outcomes as matches: individuals that match neither are unknown. */
async function ternary(engine: DatabaseEngine, parentId: number, rule: NamedRule, size: number): Promise<string[]> {
  const matchOf = async (match: RuleGroup<string>['match'], unknownAs: RuleGroup<string>['unknownAs']) => {
    const top = group(match, unknownAs, rule)
    const plan = engine.rulesPlan(parentId, top)
    const options = { savedId: null, readableOnly: false }
    return (await previewRules(engine.connection, engine.evaluateRules, plan, options)).split.match ?? 0
  }
  const yes = await matchOf('all', 'unknown')
  const no = await matchOf('none', 'unknown')
  const yesOrUnknown = await matchOf('all', 'match')
  const noOrUnknown = await matchOf('none', 'match')
  return [
    ...equal('rule + (negation or unknown) = N', yes + noOrUnknown, size),
    ...equal('negation + (rule or unknown) = N', no + yesOrUnknown, size),
    ...equal('unknown is the same for a rule and its negation', yesOrUnknown - yes, noOrUnknown - no),
  ]
}

function group(match: RuleGroup<string>['match'], unknownAs: RuleGroup<string>['unknownAs'], rule: NamedRule) {
  const options = { ...NO_RULE_OPTIONS, unknownAs }
  return { ...options, kind: 'group', match, count: 1, relatives: null, areVersions: false, rules: [rule] } as const
}
