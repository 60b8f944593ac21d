import { isCriteria, type Criteria, type DescribedVariable } from '#domain/conditions/criteria.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'

/** A pair of answers to the two variables; [UNK] stands for a missing one. */
export interface Cell {
  readonly first: string
  readonly second: string
}

/** All pairs of a table of two variables. Both missing is always [UNK] and not included. */
export function cellsOfTable(first: DescribedVariable, second: DescribedVariable): Cell[] {
  return rowsOf(first).flatMap((a) =>
    rowsOf(second)
      .filter((b) => a !== UNKNOWN_VALUE || b !== UNKNOWN_VALUE)
      .map((b) => ({ first: a, second: b })),
  )
}

/** The pairs of a value's definition, or null if it is not an OR of pairs. */
export function cellsOfCriteria(
  criteria: Criteria<DescribedVariable>,
  first: DescribedVariable,
  second: DescribedVariable,
): Cell[] | null {
  if (criteria.relationship === 'AND') {
    const cell = cellOf(criteria, first, second)
    return cell && [cell]
  }
  const cells: Cell[] = []
  for (const part of criteria.parts) {
    const cell = isCriteria(part) && part.relationship === 'AND' ? cellOf(part, first, second) : null
    if (!cell) return null
    cells.push(cell)
  }
  return cells
}

function rowsOf({ possibleValues }: DescribedVariable): string[] {
  return [...possibleValues, UNKNOWN_VALUE]
}

function cellOf(
  { parts }: Criteria<DescribedVariable>,
  first: DescribedVariable,
  second: DescribedVariable,
): Cell | null {
  if (parts.length !== 2) return null
  const [a, b] = [first, second].map((variable) => {
    const part = parts.find((candidate) => !isCriteria(candidate) && candidate.variable.name === variable.name)
    return part && !isCriteria(part) && part.condition.operator === 'EQ' ? part.condition.values[0] : undefined
  })
  return a === undefined || b === undefined ? null : { first: a, second: b }
}
