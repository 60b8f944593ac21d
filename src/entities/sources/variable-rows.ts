import type { VariableHit } from '#contract/shapes/entities.ts'
import { atom } from 'jotai'
import type { ChoiceRow, ChoiceState, SearchPorts } from '#command-kit/argument-source.ts'
import { variableSearch } from '#contract/variables.ts'
import { formatCount } from '#domain/numbers.ts'
import { choiceState } from '#entities/sources/choice-state.ts'
import { catalogAtom, variablesOfKindAtom } from '#entities/variables/variables.ts'

/** The whole catalog with the number of answers. */
export const variableRowsAtom = atom<ChoiceState>((get) => choiceState(get(catalogAtom), rowsOf))

export const baseVariableRowsAtom = atom<ChoiceState>((get) => choiceState(get(variablesOfKindAtom('base')), rowsOf))
export const customVariableRowsAtom = atom<ChoiceState>((get) =>
  choiceState(get(variablesOfKindAtom('custom')), rowsOf),
)

/** The server's search covers more than names and questions. */
export async function searchVariables(text: string, { call, signal }: SearchPorts): Promise<readonly ChoiceRow[]> {
  const answer = await call(variableSearch, { searchString: text, searchType: 'question' }, { signal })
  return answer.ok ? answer.value.data.map(rowOf) : []
}

/** Most answered first: equally good matches are ranked by use. */
export function rowsOf(hits: readonly VariableHit[]): ChoiceRow[] {
  return hits.toSorted((one, other) => other.observations - one.observations).map(rowOf)
}

function rowOf(hit: VariableHit): ChoiceRow {
  return {
    value: hit.variableName,
    title: hit.variableName,
    detail: hit.question.replaceAll('|', ' '),
    note: formatCount(hit.observations),
    facts: hit,
  }
}
