import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Failure } from '#api/result.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { DUPLICATE_COHORT_NAME, savedWords } from '#domain/messages.ts'
import { COHORT_NAME } from '#domain/names.ts'
import { foldText } from '#domain/search-words.ts'
import { projectOfNew } from '#entities/projects.ts'
import { useServices } from '#entities/services.ts'
import type { CohortNaming, CohortRequest } from '#features/cohorts/cohort-draft.ts'
import { takenNamesAtom } from '#features/cohorts/taken-names.ts'
import { saveCohort, wouldBeEmpty } from '#features/cohorts/use-cases.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'

/** Where saving leads: to the new cohort (spec section 4), or to a subset of it. */
export type AfterSaving = 'show' | 'narrow'

const HOLDS = { ok: true, value: false } as const

/** Saving a cohort: the rules of its name, one press at a time, and what the server refused. */
export function useCohortSaving(naming: CohortNaming, onSaved: () => void) {
  const services = useServices()
  const showNext = useNextScreen()
  const taken = useAtomValue(takenNamesAtom)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [wasTried, setWasTried] = useState(false)

  const problemOf = (name: string) =>
    COHORT_NAME.problem(name) ?? (taken.has(foldText(name.trim())) ? DUPLICATE_COHORT_NAME : null)

  /** Whoever knows already that somebody is in it need not ask first. */
  const save = async (request: CohortRequest, isKnownToHold: boolean, then: AfterSaving) => {
    setWasTried(true)
    if (isSaving || problemOf(naming.name) !== null) return
    setIsSaving(true)
    const isEmpty = isKnownToHold ? HOLDS : await wouldBeEmpty(services, request)
    // What is empty says so where its counts are.
    const saved =
      isEmpty.ok && !isEmpty.value && (await saveCohort(services, request, naming, await projectOfNew(services)))
    setIsSaving(false)
    if (!isEmpty.ok) return setFailure(isEmpty)
    if (!saved) return undefined
    if (!saved.ok) return setFailure(saved)
    onSaved()
    const next =
      then === 'narrow'
        ? invocationOf('cohort.new-subset', { parentId: saved.value })
        : invocationOf('cohort.show', { cohortId: saved.value })
    await showNext(next, savedWords('Cohort', naming.name.trim()))
  }

  return {
    isSaving,
    failure,
    nameProblem: { of: problemOf, now: wasTried ? problemOf(naming.name) : null },
    forgetFailure: () => setFailure(null),
    save,
  }
}
