import { atom } from 'jotai'
import type { ChoiceState } from '#command-kit/argument-source.ts'
import { formatCount } from '#domain/numbers.ts'
import { choiceState } from '#entities/sources/choice-state.ts'
import { catalogAtom } from '#entities/variables.ts'

/** The whole catalog as rows to choose from, with how often each was answered. */
export const variableRowsAtom = atom<ChoiceState>((get) =>
  choiceState(get(catalogAtom), (catalog) =>
    catalog.map((hit) => ({
      value: hit.variable_name,
      title: hit.variable_name,
      detail: hit.question.replaceAll('|', ' '),
      note: formatCount(hit.observations),
    })),
  ),
)
