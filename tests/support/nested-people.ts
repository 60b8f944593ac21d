import type { Call } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { valueOf } from '#tests/support/api-session.ts'
import type { Study } from '#tests/support/study.ts'

const PEOPLE = Array.from({ length: 12 }, (_, place) => `P${10 + place}`)
const SIZES = [8, 7, 6, 5]

/** Of each variable the first so many answered 1; all are in a collection that the researcher may not read. */
export const NESTED_PEOPLE: Study = {
  people: PEOPLE.map((id) => ({ id, family: null, collection: 'au', study: '1' })),
  forms: [
    {
      instrument: 'Form',
      version: '1',
      variables: SIZES.map((size) => ({ name: `FIRST_${size}`, dataType: 'categorical', possibleValues: ['0', '1'] })),
      records: Object.fromEntries(
        PEOPLE.map((id, place) => [
          id,
          Object.fromEntries(SIZES.map((size) => [`FIRST_${size}`, place < size ? '1' : '0'])),
        ]),
      ),
    },
  ],
}

/** What is told of how many the first so many are. */
export async function countFirst(call: Call, size: number) {
  const asked = {
    parent_id: 1,
    cohort_type: 'subset',
    variable: `FIRST_${size}`,
    constraint_type: 'EQ',
    constraint_value: '1',
  } as const
  return valueOf(await call(cohortPreview, asked)).data.map(({ count }) => count)
}
