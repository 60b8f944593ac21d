import { ROOT_COHORT_ID } from '#domain/limits.ts'
import {
  BYTES_OF_TEXT,
  copyOfMembership,
  membershipKey,
  PEOPLE,
  type CopiesOptions,
} from '#server/engine/sources/column-cache.ts'
import { membershipBy, membersOf } from '#server/engine/sources/members.ts'
import { TallyInMemory } from '#server/engine/sources/aggregate.ts'

/**
 * How many people are in which of two cohorts, by where they belong: put together in whichever way, the two are counted
 * by some hundred rows.
 */
export function tallyOfTwo({ copied, nameOf }: CopiesOptions, first: number, second: number): TallyInMemory {
  const cohortIds = [...new Set([first, second])]
    .filter((cohortId) => cohortId !== ROOT_COHORT_ID)
    .toSorted((one, other) => one - other)
  copied.set('people', PEOPLE)
  for (const cohortId of cohortIds) copied.set(membershipKey(cohortId), copyOfMembership(cohortId))
  const key = `two ${cohortIds.join(' ')}`
  const columns = cohortIds.map((cohortId, place) => `c${place}.is_member AS ${isIn(cohortId)}`)
  const tables = cohortIds.map((cohortId, place) => `POSITIONAL JOIN ${nameOf(membershipKey(cohortId))} c${place}`)
  copied.set(key, {
    select: `SELECT ${[...columns, 'i.collection', 'i.origin_no', 'count(*) AS people'].join(', ')}
      FROM ${nameOf('people')} i ${tables.join(' ')} GROUP BY ALL`,
    bytesOfRow: `${BYTES_OF_TEXT} + 16`,
    people: 'sum(people)',
  })
  return new TallyInMemory({
    name: nameOf(key),
    where: (members) =>
      membersOf(
        members,
        membershipBy((cohortId) => `i.${isIn(cohortId)}`),
      ) ?? 'TRUE',
    answerTo: (variable) => {
      throw new Error(`A tally of two cohorts knows nothing of ${variable.name}.`)
    },
  })
}

function isIn(cohortId: number): string {
  return `is_in_${cohortId}`
}
