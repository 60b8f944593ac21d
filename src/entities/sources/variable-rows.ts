import type { VariableHit } from '#contract/entities.ts'
import { atom } from 'jotai'
import type { ChoiceRow, ChoiceState, SearchPorts } from '#command-kit/argument-source.ts'
import { variableSearch } from '#contract/variables.ts'
import { formatCount } from '#domain/numbers.ts'
import { choiceState } from '#entities/sources/choice-state.ts'
import { catalogAtom, variablesOfKindAtom } from '#entities/variables.ts'

/** The whole catalog as rows to choose from, with how often each was answered. */
export const variableRowsAtom = atom<ChoiceState>((get) => choiceState(get(catalogAtom), rowsOf))

/** The base variables of the catalog alone, and the custom variables of the current project alone. */
export const baseVariableRowsAtom = atom<ChoiceState>((get) => choiceState(get(variablesOfKindAtom('base')), rowsOf))
export const customVariableRowsAtom = atom<ChoiceState>((get) =>
  choiceState(get(variablesOfKindAtom('custom')), rowsOf),
)

/** What the server finds for a text; it looks into more than names and questions. */
export async function searchVariables(text: string, { call, signal }: SearchPorts): Promise<readonly ChoiceRow[]> {
  const answer = await call(variableSearch, { searchString: text, searchType: 'question' }, { signal })
  return answer.ok ? answer.value.data.map(rowOf) : []
}

/** Those whom most answered first: of rows that a text finds equally well, they are meant as a rule. */
export function rowsOf(hits: readonly VariableHit[]): ChoiceRow[] {
  return hits.toSorted((one, other) => other.observations - one.observations).map(rowOf)
}

function rowOf(hit: VariableHit): ChoiceRow {
  return {
    value: hit.variableName,
    title: hit.variableName,
    detail: hit.question.replaceAll('|', ' '),
    note: formatCount(hit.observations),
  }
}
