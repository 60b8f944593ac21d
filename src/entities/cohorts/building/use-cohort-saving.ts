import { useAtomValue, atom } from 'jotai'
import { useState } from 'react'
import type { Result } from '#api/result.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { DUPLICATE_COHORT_NAME, savedWords } from '#domain/messages.ts'
import { COHORT_NAME, nameKey } from '#domain/text/names.ts'
import { freeName } from '#domain/text/suggested-names.ts'
import type { CohortNaming, DraftNaming } from '#entities/cohorts/building/cohort-draft.ts'
import type { Ports } from '#entities/cohorts/building/save-cohorts.ts'
import { projectCohortsAtom } from '#entities/cohorts/cohorts.ts'
import { projectOfNew, currentProjectAtom } from '#entities/projects/projects.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'

/** Save opens the new cohort (spec section 4), or a builder for a subset of it. */
export type AfterSaving = 'show' | 'narrow'

const HOLDS = { ok: true, value: false } as const
const IS_EMPTY = { ok: true, value: null } as const

interface CohortToSave<Request> {
  readonly request: Request
  /** Whether a preview has shown that the cohort is not empty. */
  readonly isKnownToHold: boolean
}

/** How a kind of definition is saved and previewed. */
export interface CohortSaver<Request> {
  /** Returns the id of the new cohort. */
  readonly save: (
    ports: Ports,
    request: Request,
    naming: CohortNaming,
    projectId: number | undefined,
  ) => Promise<Result<number>>
  /** Whether a definition matches no individual. */
  readonly wouldBeEmpty: (ports: Ports, request: Request) => Promise<Result<boolean>>
}

interface CohortSaving<Request> {
  readonly saver: CohortSaver<Request>
  readonly draft: DraftNaming
  readonly suggestion: string
  readonly onNaming: (naming: Partial<DraftNaming>) => void
  readonly onSaved: () => void
}

/** Saves a cohort: validates its name, sends one request at a time, keeps the server's error. */
export function useCohortSaving<Request>({ saver, draft, suggestion, onNaming, onSaved }: CohortSaving<Request>) {
  const services = useServices()
  const showNext = useNextScreen()
  const taken = useAtomValue(takenNamesAtom)
  const isTaken = (name: string) => taken.has(nameKey(name))
  const naming: CohortNaming = { ...draft, name: draft.name ?? freeName(suggestion, COHORT_NAME, isTaken) }
  const { isSending, failure, forgetFailure, send } = useSending(
    async ({ request, isKnownToHold }: CohortToSave<Request>): Promise<Result<number | null>> => {
      const isEmpty = isKnownToHold ? HOLDS : await saver.wouldBeEmpty(services, request)
      if (!isEmpty.ok || isEmpty.value) return isEmpty.ok ? IS_EMPTY : isEmpty
      return saver.save(services, request, naming, await projectOfNew(services))
    },
  )
  const [wasTried, setWasTried] = useState(false)

  const problemOf = (name: string) => COHORT_NAME.problem(name) ?? (isTaken(name) ? DUPLICATE_COHORT_NAME : null)

  const save = async (request: Request, isKnownToHold: boolean, then: AfterSaving) => {
    setWasTried(true)
    if (problemOf(naming.name) !== null) return
    // A retry sends the same name, even if a save whose response was lost has taken it.
    if (draft.name === null) onNaming({ name: naming.name })
    const saved = await send({ request, isKnownToHold })
    // The result shows the warning of an empty cohort.
    if (saved === null || saved.value === null) return
    onSaved()
    const next =
      then === 'narrow'
        ? invocationOf('cohort.new-subset', { parentId: saved.value })
        : invocationOf('cohort.show', { cohortId: saved.value })
    await showNext(next, savedWords('Cohort', naming.name.trim()))
  }

  return {
    naming,
    isSaving: isSending,
    failure,
    nameProblem: { problemOf, now: wasTried ? problemOf(naming.name) : null },
    forgetFailure,
    save,
  }
}

/** Names are unique within the target project; case is ignored. */
export const takenNamesAtom = atom((get) => {
  const project = get(currentProjectAtom)
  const cohorts = get(projectCohortsAtom(project?.projectId ?? ROOT_PROJECT_ID)).data ?? []
  return new Set(cohorts.map((cohort) => nameKey(cohort.name)))
})
