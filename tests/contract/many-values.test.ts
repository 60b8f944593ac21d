import { expect, test } from 'vitest'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { OVERLAPS_OF_VALUE_MAX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { serveStudy } from '#tests/support/serve-study.ts'

const INDIVIDUALS = OVERLAPS_OF_VALUE_MAX + 10
const ids = Array.from({ length: INDIVIDUALS }, (_, place) => `P${place}`)

test('a preview names the largest overlaps of each value, and counts all', async () => {
  const server = await serveStudy({
    participants: ids.map((id) => ({ id, family: null, collection: 'bp', study: '1' })),
    forms: [
      {
        instrument: 'A',
        version: '1',
        variables: [{ name: 'AGE', dataType: 'numberrange' }],
        records: Object.fromEntries(ids.map((id, age) => [id, { AGE: String(age) }])),
      },
    ],
  })
  const call = await server.callAs('admin')
  const preview = valueOf(
    await call(constructPreview, {
      construct_type: 'multiple',
      defaultValue: '',
      variables: ['AGE'],
      values: ids.map((name, age) => ({
        name,
        description: '',
        definition: {
          relationship: 'AND' as const,
          constraints: [{ variable_name: 'AGE', constraint_type: 'LTE', constraint_value: String(age) }],
        },
      })),
    }),
  )
  expect(preview.values).toEqual(ids.map((name, age) => ({ name, count: 1, also_matched: age })))
  const overlapsOf = (name: string) => preview.overlaps.filter(({ value }) => value === name)
  for (const [age, name] of ids.entries()) {
    expect(overlapsOf(name)).toHaveLength(Math.min(age, OVERLAPS_OF_VALUE_MAX))
  }
})
