import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { rulesPreview, type RuleDefinition } from '#contract/rules.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import type { Person, StudyForm } from '#tests/support/study.ts'

/** The answer in the first and the second version: null is a record without an answer, a space no record. */
const GIVEN = ['1 ', '0 ', 'n ', ' 1', ' 0', '11', '10', '01', '00', '0n', 'n0', 'nn', '  ']

const participants = GIVEN.map((_, nth): Person => ({
  id: `P${100 + nth}`,
  family: null,
  collection: 'bp',
  study: '1',
  consent: 'x',
  dx: 'y',
}))

function formOf(version: number): StudyForm {
  const records = GIVEN.flatMap((answers, nth) => {
    const answer = answers.charAt(version)
    return answer === ' ' ? [] : [[`P${100 + nth}`, answer === 'n' ? {} : { [`V${version}`]: answer }] as const]
  })
  return {
    instrument: 'MANIA',
    version: String(version),
    variables: [{ name: `V${version}`, dataType: 'categorical', possibleValues: ['0', '1'] }],
    records: Object.fromEntries(records),
  }
}

const yes = [0, 1].map((version) => ({ variable_name: `V${version}`, constraint_type: 'EQ', constraint_value: '1' }))
type Group = Omit<v.InferInput<typeof RuleDefinition>, 'version'>

test('versions that an individual never received take no part', async () => {
  const call = await (await serveStudy({ participants, forms: [formOf(0), formOf(1)] })).callAs('researcher')
  const splitOf = async (group: Group) =>
    valueOf(await call(rulesPreview, { parent_id: 1, rules: { version: 1, ...group } })).split
  const versions = { are_versions: true, rules: yes }
  // Yes: 1_ _1 11 10 01. No: 0_ _0 00. Unknown: n_ 0n n0 nn. Neither form: one individual.
  expect(await splitOf({ match: 'any', ...versions })).toEqual({ match: 5, no_match: 3, unknown: 4, no_record: 1 })
  expect(await splitOf({ match: 'none', ...versions })).toEqual({ match: 3, no_match: 5, unknown: 4, no_record: 1 })
  expect(await splitOf({ match: 'all', ...versions })).toEqual({ match: 3, no_match: 7, unknown: 2, no_record: 1 })
  expect(await splitOf({ match: 'any', ...versions, unknown_as: 'no_match' })).toMatchObject({ match: 5, unknown: 0 })
  // As two questions, "no" in one version decides nothing without the other.
  expect(await splitOf({ match: 'any', rules: yes })).toEqual({ match: 5, no_match: 1, unknown: 6, no_record: 1 })
  const none: Group = { match: 'none', rules: [{ match: 'any', ...versions }] }
  expect(await splitOf(none)).toEqual({ match: 3, no_match: 5, unknown: 4, no_record: 1 })

  // The custom variable that combines the versions gives the same individuals "yes".
  const combined = valueOf(
    await call(constructPreview, {
      construct_type: 'multiple',
      variables: ['V0', 'V1'],
      values: ['1', '0'].map((code) => ({
        name: code,
        definition: {
          relationship: 'OR' as const,
          constraints: yes.map((constraint) => ({ ...constraint, constraint_value: code })),
        },
      })),
    }),
  )
  expect(combined.values[0]).toMatchObject({ name: '1', count: 5 })
})
