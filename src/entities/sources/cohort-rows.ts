import { atom } from 'jotai'
import type { ChoiceState } from '#command-kit/argument-source.ts'
import { formatCount } from '#domain/numbers.ts'
import { cohortWords } from '#contract/cohort-words.ts'
import { cohortsAtom } from '#entities/cohorts.ts'
import { choiceState } from '#entities/sources/choice-state.ts'

/** The user's cohorts as rows to choose from, with their sizes. */
export const cohortRowsAtom = atom<ChoiceState>((get) =>
  choiceState(get(cohortsAtom), (cohorts) =>
    cohorts.map((cohort) => ({
      value: cohort.cohortId,
      title: cohort.name,
      detail: cohort.description === '' ? cohortWords(cohort) : cohort.description,
      ...(cohort.rowCount !== null && { note: formatCount(cohort.rowCount) }),
    })),
  ),
)
