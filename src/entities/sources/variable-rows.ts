import type { VariableHit } from '#contract/shapes/entities.ts'
import { atom } from 'jotai'
import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import { formatCount } from '#domain/numbers.ts'
import { choiceState } from '#entities/sources/choice-state.ts'
import { catalogAtom, variablesOfKindAtom } from '#entities/variables/variables.ts'

/** The whole catalog with the number of answers. */
export const variableRowsAtom = atom<ChoiceState>((get) => choiceState(get(catalogAtom), rowsOf))

export const baseVariableRowsAtom = atom<ChoiceState>((get) => choiceState(get(variablesOfKindAtom('base')), rowsOf))
export const customVariableRowsAtom = atom<ChoiceState>((get) =>
  choiceState(get(variablesOfKindAtom('custom')), rowsOf),
)

/** Most answered first: equally good matches are ranked by use. */
export function rowsOf(hits: readonly VariableHit[]): ChoiceRow[] {
  return hits.toSorted((one, other) => other.observations - one.observations).map(rowOf)
}

/** A variable as a choice. */
export function rowOf(hit: VariableHit): ChoiceRow {
  return {
    value: hit.variableName,
    title: hit.variableName,
    detail: hit.question.replaceAll('|', ' '),
    note: formatCount(hit.observations),
    facts: hit,
  }
}
