import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { cohortOverlap } from '#contract/cohorts.ts'
import { rulesInfo } from '#contract/rules.ts'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { methodsOfComparison } from '#domain/cohorts/methods-text.ts'
import { FRONT_END_VERSION } from '#domain/limits.ts'
import { variableNamesOf } from '#entities/rules/rule-draft.ts'
import { inlineRule } from '#entities/rules/rule-sentence.ts'
import { draftOfRules } from '#entities/rules/rules-of-draft.ts'
import { savedRulesAtom, useNames } from '#entities/rules/saved-rules.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom, versionsAtom } from '#entities/session/session.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

/** Lets the pane copy how cohorts were compared, once their overlap is counted. */
export default function MethodsText({ cohorts }: { cohorts: readonly Cohort[] }) {
  const isOffered = useAtomValue(isOfferedAtom)
  const release = useAtomValue(versionsAtom)?.release?.name
  const definitionOf = useDefinitions(cohorts)
  const cohortIds = cohorts.map(({ cohortId }) => cohortId)
  const isCountedHere = isOffered(cohortOverlap)
  const overlap = useCall({ endpoint: cohortOverlap, request: isCountedHere ? { cohortIds } : null, key: 'overlap' })
  const counted = overlap.isPlaceholderData ? undefined : overlap.data
  const overlaps = counted?.data.map(({ members, count }) => ({
    places: members.map((id) => cohortIds.indexOf(id)),
    count,
  }))
  const textOf = () =>
    methodsOfComparison({
      cohorts: cohorts.map((cohort) => ({
        name: cohort.name,
        words: definitionOf(cohort).replace(/\.$/, ''),
        size: cohort.rowCount,
      })),
      overlaps: overlaps ?? null,
      software: `DIVER ${FRONT_END_VERSION}`,
      data: release === undefined ? null : `data release ${release}`,
    })
  usePaneActions({
    'methods.copy': {
      available: !isCountedHere || counted !== undefined || { because: 'The overlap of the cohorts is being counted.' },
      run: () => navigator.clipboard.writeText(textOf()),
    },
  })
  return null
}

/** The definition of a cohort in words, with its rules once they are known. */
function useDefinitions(cohorts: readonly Cohort[]): (cohort: Cohort) => string {
  const isOffered = useAtomValue(isOfferedAtom)(rulesInfo)
  const ids = cohorts.filter(({ constraintType }) => cohortKind(constraintType) === 'rules').map((one) => one.cohortId)
  const key = isOffered ? ids.join() : ''
  const savedAtom = useMemo(
    () =>
      atom((get) =>
        key.split(',').flatMap((id) => {
          const saved = get(savedRulesAtom(Number(id))).data
          return saved ? [{ id: Number(id), draft: draftOfRules(saved.rules) }] : []
        }),
      ),
    [key],
  )
  const saved = useAtomValue(savedAtom)
  const names = useNames([...new Set(saved.flatMap(({ draft }) => variableNamesOf(draft)))])
  return (cohort) => {
    const draft = saved.find(({ id }) => id === cohort.cohortId)?.draft
    return draft
      ? `members of ${cohort.parent ?? 'All Individuals'} with ${inlineRule(draft, names)}`
      : cohortWords(cohort)
  }
}
