import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import { countMembers } from '#server/engine/cohorts/cohort-summary.ts'
import { readOverlap } from '#server/engine/counts/overlap.ts'
import { atMost, equal, type Oracle } from '#tests/prove/oracles/oracle.ts'
import { EVERYONE, membersOf } from '#tests/reference/world.ts'

/** Inclusion and exclusion, commutativity, and the identities of set algebra; a statement saves what bitmaps count. */
export const SETS: Oracle = {
  name: 'set identities',
  check: async ({ duckdb, world }, definition) => {
    const { connection, bitmaps } = duckdb
    const { reader } = world
    const sizeOf = (cohortId: number) => membersOf(world, cohortId).length
    if (definition.kind === 'overlap') {
      const parts = await readOverlap(connection, bitmaps, { cohortIds: definition.cohortIds, reader })
      const among = (cohortId: number) => sum(parts.filter(({ members }) => members.includes(cohortId)))
      return definition.cohortIds.flatMap((cohortId) =>
        equal(`the parts of cohort ${cohortId} are its size`, among(cohortId), sizeOf(cohortId)),
      )
    }
    if (definition.kind !== 'compound') return null
    const { parentId: a, secondId: b } = definition
    const counted = async (one: number, operation: SetOperation, other: number) =>
      sum(await countMembers(connection, bitmaps, duckdb.combined(one, other, operation), null))
    const saved = async (one: number, operation: SetOperation, other: number) =>
      (await duckdb.save({ kind: 'compound', population: duckdb.combined(one, other, operation) })).rowcount
    const both = await counted(a, 'INTERSECT', b)
    const either = await counted(a, 'UNION', b)
    const onlyFirst = await counted(a, 'SUBTRACT', b)
    const onlySecond = await counted(b, 'SUBTRACT', a)
    return [
      ...equal('|A ∪ B| = |A| + |B| − |A ∩ B|', either, sizeOf(a) + sizeOf(b) - both),
      ...equal('|A \\ B| = |A| − |A ∩ B|', onlyFirst, sizeOf(a) - both),
      ...equal('|A ∪ B| = |A \\ B| + |A ∩ B| + |B \\ A|', either, onlyFirst + both + onlySecond),
      ...equal('A ∩ B = B ∩ A', both, await counted(b, 'INTERSECT', a)),
      ...equal('A ∪ B = B ∪ A', either, await counted(b, 'UNION', a)),
      ...equal('A \\ A is empty', await counted(a, 'SUBTRACT', a), 0),
      ...equal('A ∪ everyone is everyone', await counted(a, 'UNION', EVERYONE), sizeOf(EVERYONE)),
      ...equal('A ∩ everyone is A', await counted(a, 'INTERSECT', EVERYONE), sizeOf(a)),
      ...atMost('|A ∩ B| ≤ |A|', both, sizeOf(a)),
      ...equal('saved A ∩ B = counted A ∩ B', await saved(a, 'INTERSECT', b), both),
      ...equal('saved A ∪ B = counted A ∪ B', await saved(a, 'UNION', b), either),
      ...equal('saved A \\ B = counted A \\ B', await saved(a, 'SUBTRACT', b), onlyFirst),
    ]
  },
}

function sum(rows: readonly { readonly count: number | null }[]): number {
  return rows.reduce((total, { count }) => total + (count ?? 0), 0)
}
