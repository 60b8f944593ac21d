import { useAtomValue } from 'jotai'
import { copyText } from '#command-kit/clipboard.ts'
import { cohortOverlap } from '#contract/cohorts.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { methodsOfComparison } from '#domain/cohorts/methods-text.ts'
import { FRONT_END_VERSION } from '#domain/limits.ts'
import { useDefinitionsInWords } from '#entities/rules/definition-words.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom, versionsAtom } from '#entities/session/session.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

/** Lets the pane copy how cohorts were compared, once their overlap is counted. */
export default function MethodsText({ cohorts }: { cohorts: readonly Cohort[] }) {
  const isOffered = useAtomValue(isOfferedAtom)
  const release = useAtomValue(versionsAtom)?.release?.name
  const definitionOf = useDefinitionsInWords(cohorts)
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
      run: () => copyText(textOf()),
    },
  })
  return null
}
