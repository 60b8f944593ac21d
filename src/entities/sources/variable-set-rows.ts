import { atom } from 'jotai'
import type { ChoiceState } from '#command-kit/argument-source.ts'
import { countOf } from '#domain/numbers.ts'
import { choiceState } from '#entities/sources/choice-state.ts'
import { variableSetsAtom } from '#entities/variable-sets.ts'

/** The user's variable sets as rows to choose from. */
export const variableSetRowsAtom = atom<ChoiceState>((get) =>
  choiceState(get(variableSetsAtom), (sets) =>
    sets.map((set) => ({
      value: set.variableSetId,
      title: set.name,
      detail: set.description,
      note: countOf(set.variables.length, 'variable'),
    })),
  ),
)
