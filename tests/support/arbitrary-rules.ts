import * as fc from 'fast-check'
import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'
import {
  RELATIVES,
  type Relatives,
  RULE_MATCHES,
  rulesProblem,
  STRATUM_FIELDS,
  UNKNOWN_CHOICES,
  type RuleGroup,
} from '#domain/cohorts/rules.ts'
import type { NamedRule } from '#tests/reference/rules.ts'
import { conditionOn, VARIABLES } from '#tests/support/arbitrary-study.ts'

const options = fc.record({
  unknownAs: fc.constantFrom(...UNKNOWN_CHOICES),
  isOff: fc.constantFrom(false, false, false, true),
  note: fc.constant(''),
})

const arbitraryStratum = fc
  .record({
    field: fc.constantFrom(...STRATUM_FIELDS),
    values: fc.subarray(['bp', 'sz', '1', '2', 'general', 'control', 'bipolar'], { minLength: 1 }),
    chosen: options,
  })
  .map(({ chosen, ...stratum }): NamedRule => ({ kind: 'stratum', ...stratum, ...chosen }))

/** A condition on a variable of the arbitrary study, membership of a cohort, or a stratum. */
export const arbitraryLeaf = (cohortId: number, hasStrata = true): fc.Arbitrary<NamedRule> =>
  fc.oneof(
    ...(hasStrata ? [{ weight: 1, arbitrary: arbitraryStratum }] : []),
    {
      weight: 5,
      arbitrary: fc
        .constantFrom(...VARIABLES)
        .chain(({ name, dataType }) =>
          fc
            .tuple(conditionOn(dataType), options)
            .map(([condition, chosen]): NamedRule => ({ kind: 'condition', variable: name, condition, ...chosen })),
        ),
    },
    {
      weight: 1,
      arbitrary: options.map((chosen): NamedRule => ({ kind: 'cohort', cohortId, ...chosen })),
    },
  )

function groupOf(
  levels: number,
  leaf: fc.Arbitrary<NamedRule>,
  scopes: readonly Relatives[],
): fc.Arbitrary<RuleGroup<string>> {
  const rule = levels === 0 ? leaf : fc.oneof({ weight: 2, arbitrary: leaf }, groupOf(levels - 1, leaf, scopes))
  return fc
    .record({
      match: fc.constantFrom(...RULE_MATCHES),
      count: fc.integer({ min: 1, max: 3 }),
      relatives: fc.option(
        fc.record({
          scope: fc.constantFrom(...scopes),
          comparison: fc.constantFrom(...PEDIGREE_CONSTRAINTS),
          count: fc.integer({ min: 0, max: 3 }),
        }),
        { freq: 3 },
      ),
      areVersions: fc.integer({ min: 0, max: 7 }).map((drawn) => drawn === 7),
      rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
      chosen: options,
    })
    .map(({ chosen, ...group }) => ({ kind: 'group', ...group, ...chosen }))
}

/** Valid rules, up to three groups deep, with memberships of one cohort; strata only if all relations are allowed. */
export function arbitraryRules(
  cohortId: number,
  scopes: readonly Relatives[] = RELATIVES,
): fc.Arbitrary<RuleGroup<string>> {
  return groupOf(2, arbitraryLeaf(cohortId, scopes === RELATIVES), scopes).filter(
    (group) => rulesProblem(group) === null,
  )
}
