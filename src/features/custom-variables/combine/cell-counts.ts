import type * as v from 'valibot'
import type { constructPreview } from '#contract/custom-variables.ts'
import type { Variable } from '#contract/shapes.ts'
import type { ConstructPreview } from '#contract/shapes-of-extensions.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { cellKey } from '#features/custom-variables/combine/cells.ts'

export interface CellCounts {
  /** How many individuals have the combination; null where that is hidden. */
  readonly byCell: ReadonlyMap<string, number | null>
  /** Those with an answer that is not among the possible ones: no combination takes them. */
  readonly elsewhere: number
}

/**
 * Asks how many individuals have each combination of two variables' answers: the first as values of a custom
 * variable, set against the second.
 */
export function cellCountsRequest(first: Variable, second: Variable): v.InferInput<typeof constructPreview.input> {
  const codes = first.possible_values.map((code, place) => ({
    name: `v${place}`,
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: first.variable_name, constraint_type: 'EQ', constraint_value: code }],
    },
  }))
  const nobody = { name: 'nobody', definition: { relationship: 'AND' as const, constraints: [] } }
  return {
    construct_type: 'multiple',
    variables: [first.variable_name],
    values: codes.length < 2 ? [...codes, nobody] : codes,
    cross: second.variable_name,
  }
}

export function readCellCounts(cross: ConstructPreview['cross'], first: Variable, second: Variable): CellCounts {
  const byCell = new Map<string, number | null>()
  let elsewhere = 0
  for (const [value, answer, count] of cross?.data ?? []) {
    const a = value === null ? UNKNOWN_VALUE : first.possible_values[Number(/^v(\d+)$/.exec(value)?.[1])]
    const b = answer === null || answer === UNKNOWN_VALUE ? UNKNOWN_VALUE : answer
    const isKnown = b === UNKNOWN_VALUE || second.possible_values.includes(b)
    if (a === undefined || !isKnown) elsewhere += count ?? 0
    else {
      const key = cellKey({ first: a, second: b })
      const before = byCell.get(key) ?? 0
      byCell.set(key, before === null || count === null ? null : before + count)
    }
  }
  return { byCell, elsewhere }
}
