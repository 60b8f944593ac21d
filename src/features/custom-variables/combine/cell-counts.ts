import * as v from 'valibot'
import type { constructPreview } from '#contract/custom-variable-drafts.ts'
import type { ConstructPreview, Variable } from '#contract/shapes/entities.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import type { DescribedVariable } from '#domain/conditions/criteria.ts'
import { cellsOfTable, type Cell } from '#domain/custom-variables/combine-table.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'

export interface CellCounts {
  /** The number of individuals by combination; null if suppressed. */
  readonly byCell: ReadonlyMap<string, number | null>
  /** Individuals with an answer outside the possible values: no combination matches. */
  readonly elsewhere: number
}

/**
 * Requests the number of individuals by combination of two variables' answers: the first as values of a custom
 * variable, cross-tabulated with the second.
 */
export function cellCountsRequest(first: Variable, second: Variable): RequestOf<typeof constructPreview> {
  const codes = first.possibleValues.map((code, place) => ({
    name: `v${place}`,
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variableName: first.variableName, constraintType: 'EQ', constraintValue: code }],
    },
  }))
  const noIndividuals = { name: 'nobody', definition: { relationship: 'AND' as const, constraints: [] } }
  return {
    constructType: 'multiple',
    variables: [first.variableName],
    values: codes.length < 2 ? [...codes, noIndividuals] : codes,
    cross: second.variableName,
  }
}

export function readCellCounts(cross: ConstructPreview['cross'], first: Variable, second: Variable): CellCounts {
  const byCell = new Map<string, number | null>()
  let elsewhere = 0
  for (const [value, answer, count] of cross?.data ?? []) {
    const a = value === null ? UNKNOWN_VALUE : first.possibleValues[Number(/^v(\d+)$/.exec(value)?.[1])]
    const b = answer === null || answer === UNKNOWN_VALUE ? UNKNOWN_VALUE : answer
    const isKnown = b === UNKNOWN_VALUE || second.possibleValues.includes(b)
    if (a === undefined || !isKnown) elsewhere += count ?? 0
    else {
      const key = cellKey({ first: a, second: b })
      const before = byCell.get(key) ?? 0
      byCell.set(key, before === null || count === null ? null : before + count)
    }
  }
  return { byCell, elsewhere }
}

const Pair = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.string()]))

/** The key of a combination in a draft. */
export function cellKey({ first, second }: Cell): string {
  return JSON.stringify([first, second])
}

export function cellOfKey(key: string): Cell {
  const pair = v.safeParse(Pair, key)
  const [first, second] = pair.success ? pair.output : ['', '']
  return { first, second }
}

/** The keys of all combinations of two sources; empty unless there are two. */
export function keysOfTable([first, second]: readonly Variable[]): readonly string[] {
  return first && second ? cellsOfTable(described(first), described(second)).map(cellKey) : []
}

function described({ variableName: name, dataType, possibleValues }: Variable): DescribedVariable {
  return { name, dataType, possibleValues }
}
