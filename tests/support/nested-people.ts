import type { WireCall } from '#api/result.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { valueOf } from '#tests/support/api-session.ts'
import type { Study } from '#tests/support/study.ts'

const PARTICIPANTS = Array.from({ length: 12 }, (_, place) => `P${10 + place}`)
/** Twelve participants, numbered from 0 in PLACE, in a collection that the researcher may not read. */
export const NESTED_PARTICIPANTS: Study = {
  participants: PARTICIPANTS.map((id) => ({ id, family: null, collection: 'au', study: '1' })),
  forms: [
    {
      instrument: 'Form',
      version: '1',
      variables: [{ name: 'PLACE', dataType: 'numberrange' }],
      records: Object.fromEntries(PARTICIPANTS.map((id, place) => [id, { PLACE: String(place) }])),
    },
  ],
}

/** Counts of a preview of the first so many. */
export async function countFirst(call: WireCall, size: number) {
  const asked = {
    parent_id: 1,
    cohort_type: 'subset',
    variable: 'PLACE',
    constraint_type: 'LT',
    constraint_value: String(size),
  } as const
  return valueOf(await call(cohortPreview, asked)).data.map(({ count }) => count)
}
