import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { DUPLICATE_VARIABLE_NAME, savedWords } from '#domain/messages.ts'
import { VARIABLE_NAME } from '#domain/names.ts'
import { projectOfNew } from '#entities/projects.ts'
import { useServices } from '#entities/services.ts'
import { useSending } from '#entities/use-sending.ts'
import { catalogAtom } from '#entities/variables.ts'
import type { CustomVariableDraft } from '#features/custom-variables/draft.ts'
import { constructRequest } from '#features/custom-variables/draft-request.ts'
import { refusalOf } from '#features/custom-variables/refusal-of.ts'
import { saveCustomVariable } from '#features/custom-variables/use-cases.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'

/** Saves a custom variable, one request at a time; keeps what the server refused, by the field that it concerns. */
export function useSaving(draft: CustomVariableDraft, onSaved: () => void) {
  const services = useServices()
  const showNext = useNextScreen()
  const catalog = useAtomValue(catalogAtom).data
  const asked = useRef(draft)
  const post = async (sent: CustomVariableDraft) =>
    saveCustomVariable(services, constructRequest(sent), await projectOfNew(services))
  const { isSending, failure, forgetFailure, send } = useSending(async () => {
    let sent = asked.current
    let saved = await post(sent)
    // A save during a request that is refused sends the newer draft after the refusal.
    while (!saved.ok && asked.current !== sent) {
      sent = asked.current
      saved = await post(sent)
    }
    return saved
  })
  const save = async () => {
    asked.current = draft
    const saved = await send(undefined)
    if (saved === null) return
    onSaved()
    await showNext(
      { id: 'variable.show', args: { variableName: saved.value } },
      savedWords('Custom Variable', saved.value),
    )
  }

  /** A name is one variable's alone, whatever its case; only the server knows those of other projects too. */
  const nameProblem = (name: string): string | null => {
    const isTaken = catalog?.some((hit) => hit.variable_name.toUpperCase() === name.toUpperCase()) ?? false
    return VARIABLE_NAME.problem(name) ?? (isTaken ? DUPLICATE_VARIABLE_NAME : null)
  }

  return {
    isSaving: isSending,
    save,
    nameProblem,
    refusal: failure === null ? null : refusalOf(failure),
    forgetRefusal: forgetFailure,
  }
}
