import * as v from 'valibot'
import type { Overlap } from '#contract/shapes-of-extensions.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import {
  ClosedByCollection,
  closedCollection,
  closedCounts,
  hiddenCounts,
  type ClosedCount,
  type Discretion,
} from '#server/queries/closed.ts'
import type { CountAnswers } from '#server/queries/count-answers.ts'
import type { Connection } from '#server/storage/database.ts'

const Row = v.object({ held: v.array(v.boolean()), count: v.number(), closed: ClosedByCollection })

/** Counts each person that is in any of the cohorts once, by exactly which of them. */
export async function readOverlap(
  connection: Connection,
  count: CountAnswers,
  cohortIds: readonly number[],
  discretion: Discretion,
): Promise<Overlap[]> {
  const everybody = { cohortId: ROOT_COHORT_ID, reader: discretion.reader }
  const rows = await count.rows(connection, everybody, Row, (answers) => {
    const held = cohortIds.map((cohortId) => answers.isMember(cohortId))
    const closed = closedCollection(discretion, answers.parameters)
    return `${answers.tables()}
      SELECT held, CAST(count(*) AS INTEGER) AS count, ${closedCounts(answers.parameters, discretion, 'closed_in')} AS closed
      FROM (SELECT ARRAY[${held.join(', ')}] AS held, ${closed} AS closed_in FROM person) told
      GROUP BY held ORDER BY held DESC`
  })
  const hidden = hiddenParts(rows, discretion.minimumCell)
  return rows
    .map((row, place) => ({
      members: cohortIds.filter((_, at) => row.held[at]),
      count: hidden[place] ? null : row.count,
    }))
    .filter(({ members }) => members.length > 0)
}

/**
 * Which parts are hidden: the size of each cohort is known, so that what is inside of it is a partition of its own, and
 * what is outside another.
 */
function hiddenParts(rows: readonly (ClosedCount & { readonly held: readonly boolean[] })[], minimumCell: number) {
  let hidden = hiddenCounts(rows, minimumCell)
  for (let before = -1; before !== countOfHidden(hidden);) {
    before = countOfHidden(hidden)
    for (const cohort of rows[0]?.held.keys() ?? []) {
      for (const isInside of [true, false]) {
        const places = [...rows.keys()].filter((place) => (rows[place]?.held[cohort] === true) === isInside)
        const part = places.flatMap((place) => rows[place] ?? [])
        const hiddenOfPart = hiddenCounts(
          part,
          minimumCell,
          places.map((place) => hidden[place] === true),
        )
        hidden = hidden.map((isHidden, place) => isHidden || hiddenOfPart[places.indexOf(place)] === true)
      }
    }
  }
  return hidden
}

function countOfHidden(hidden: readonly boolean[]): number {
  return hidden.filter(Boolean).length
}
