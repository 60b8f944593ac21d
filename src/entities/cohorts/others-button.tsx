import { useAtomValue, useStore } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { savedWords } from '#domain/messages.ts'
import { COHORT_NAME, nameKey } from '#domain/text/names.ts'
import { freeName, suggestableName } from '#domain/text/suggested-names.ts'
import { saveCohort } from '#entities/cohorts/building/save-cohorts.ts'
import { takenNamesAtom } from '#entities/cohorts/building/use-cohort-saving.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { projectOfNew } from '#entities/projects/projects.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

interface OthersButtonProps {
  cohortId: number
  /** Called with the cohort of all individuals who are not in it. */
  onChoose: (cohortId: number) => void
}

/** Adds all other individuals as a second column: an existing compound set, or a new one. */
export function OthersButton({ cohortId, onChoose }: OthersButtonProps) {
  const services = useServices()
  const store = useStore()
  const cohorts = useAtomValue(cohortsAtom).data
  const name = cohorts?.find((cohort) => cohort.cohortId === cohortId)?.name
  const saved = cohorts?.find(
    ({ parentId, secondparentId, constraintType }) =>
      parentId === ROOT_COHORT_ID && secondparentId === cohortId && constraintType === 'SUBTRACT',
  )
  const { send } = useSending(async (naming: string) =>
    saveCohort(
      services,
      {
        parentId: ROOT_COHORT_ID,
        secondparentId: cohortId,
        cohortType: 'compound',
        constraintType: 'SUBTRACT',
      },
      { name: naming, description: '' },
      await projectOfNew(services),
    ),
  )
  const isOffered = name !== undefined && cohortId !== ROOT_COHORT_ID
  const add = async () => {
    if (saved) {
      onChoose(saved.cohortId)
      return
    }
    const taken = store.get(takenNamesAtom)
    const naming = freeName(suggestableName([`Not in ${name}`], COHORT_NAME), COHORT_NAME, (one) =>
      taken.has(nameKey(one)),
    )
    const made = await send(naming)
    if (made === null) return
    showSuccess(savedWords('Cohort', naming))
    onChoose(made.value)
  }
  usePaneActions(isOffered ? { 'form.add-others': { available: true, run: () => void add() } } : {})
  return isOffered ? <CommandButton id="form.add-others" args={{}} /> : null
}
