import { byBitmaps, bySql } from '#tests/prove/engines.ts'
import type { Oracle } from '#tests/prove/oracles/oracle.ts'
import { relabelledDefinition } from '#tests/prove/relabel.ts'

/** Parts that name individuals, or values that the other labels change. */
const LABELLED = ['members', 'answers', 'rows', 'lines']

/** Other ids, family ids and codes, and another order of participants, forms and variables, change no count. */
export const RELABELLING: Oracle = {
  name: 'relabelling',
  check: async ({ duckdb, relabelled }, definition) => {
    // These are lists by individual, which other ids reorder.
    if (definition.kind === 'conditions') return null
    // A formula has one condition for variables with and without other codes.
    if (/"(?:SCORE_|LEVEL_|SUMMARY)/.test(JSON.stringify(definition))) return null
    const other = relabelledDefinition(definition)
    const one = { ...(await bySql(duckdb, definition)), ...(await byBitmaps(duckdb, definition)) }
    const two = { ...(await bySql(relabelled, other)), ...(await byBitmaps(relabelled, other)) }
    return Object.keys(one)
      .filter((part) => !LABELLED.includes(part))
      .flatMap((part) => {
        const [first, second] = [JSON.stringify(one[part]), JSON.stringify(two[part])]
        return first === second ? [] : [`${part}: ${first} ≠ under other labels ${second}`]
      })
  },
}
