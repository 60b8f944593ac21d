import type { createStore } from 'jotai'
import type { Call, Failure, Result } from '#api/result.ts'
import { queryClientAtom } from '#entities/query-client.ts'
import { cohortDefinition, refusal, variableSetDefinition } from '#features/definitions/copy-definition.ts'
import { pasteDefinition, type Pasted } from '#features/definitions/paste-definition.ts'

interface Ports {
  readonly call: Call
  readonly store: ReturnType<typeof createStore>
}

/** Puts the definition of a cohort or set into the clipboard. */
export async function copyDefinition({ call }: Ports, of: Pasted): Promise<Failure | void> {
  const text =
    of.kind === 'cohort'
      ? await cohortDefinition(call, of.cohortId)
      : await variableSetDefinition(call, of.variableSetId)
  if (!text.ok) return text
  await navigator.clipboard.writeText(text.value)
}

/** Makes what the clipboard defines; the lists are asked anew. */
export async function pasteFromClipboard(
  { call, store }: Ports,
  projectId: number | undefined,
): Promise<Result<Pasted> | Failure> {
  const text = await navigator.clipboard.readText().catch(() => null)
  if (text === null) return refusal('The browser does not let the clipboard be read.')
  const pasted = await pasteDefinition(call, text, projectId)
  await store.get(queryClientAtom).invalidateQueries({
    predicate: ({ queryKey: [name] }) => ['cohorts', 'cohort', 'variable-sets', 'variable-set'].includes(String(name)),
  })
  return pasted
}
