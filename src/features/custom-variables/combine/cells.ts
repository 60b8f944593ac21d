import type { Variable } from '#contract/entities.ts'
import * as v from 'valibot'
import { cellsOfTable, type Cell } from '#domain/combine-table.ts'
import type { DescribedVariable } from '#domain/criteria.ts'

const Pair = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.string()]))

/** The name under which a draft keeps what a combination was given. */
export function cellKey({ first, second }: Cell): string {
  return JSON.stringify([first, second])
}

export function cellOfKey(key: string): Cell {
  const pair = v.safeParse(Pair, key)
  const [first, second] = pair.success ? pair.output : ['', '']
  return { first, second }
}

/** The keys of every combination that two sources have; none unless there are two. */
export function keysOfTable([first, second]: readonly Variable[]): readonly string[] {
  return first && second ? cellsOfTable(described(first), described(second)).map(cellKey) : []
}

export function described({ variableName: name, dataType, possibleValues }: Variable): DescribedVariable {
  return { name, dataType, possibleValues }
}
