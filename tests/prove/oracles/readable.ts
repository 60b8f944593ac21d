import { mayRead, type Reader } from '#domain/access.ts'
import { countPlan } from '#server/engine/cohorts/cohort-plan.ts'
import { NO_COUNT } from '#server/model/user.ts'
import type { Oracle } from '#tests/prove/oracles/oracle.ts'

/** UNREADABLE_COUNTS=none: the counts are those of the readable collections, as of a reader who is shown all. */
export const READABLE: Oracle = {
  name: 'none counted = readable rows',
  check: async ({ duckdb, world: { reader } }, definition) => {
    if (definition.kind !== 'subset' && definition.kind !== 'compound') return null
    const rowsFor = async (account: Reader) => {
      const plan = duckdb.planOf(definition, account)
      return plan ? (await countPlan(duckdb.connection, duckdb.bitmaps, plan)).data : []
    }
    const shown = (await rowsFor(reader)).filter(({ collection }) => mayRead(reader, collection))
    const counted = await rowsFor({ ...reader, minimumCell: NO_COUNT })
    const textOf = (rows: readonly object[]) => String(rows.map((row) => JSON.stringify(row)).toSorted())
    const [one, other] = [textOf(counted), textOf(shown)]
    return one === other ? [] : [`counted for the reader: ${one} ≠ ${other}`]
  },
}
