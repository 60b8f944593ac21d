import type { createStore } from 'jotai'
import { addressOf } from '#api/request.ts'
import type { Call, Failure, Result } from '#api/result.ts'
import { copyText } from '#command-kit/clipboard.ts'
import { variableDictionary } from '#contract/downloads.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import {
  cohortDefinition,
  customVariableDefinition,
  refusal,
  variableSetDefinition,
} from '#features/definitions/copy-definition.ts'
import { isExchange, giveText } from '#features/definitions/exchange/exchange-text.ts'
import { pasteDefinition, type Pasted } from '#features/definitions/paste-definition.ts'
import { startDownload } from '#ui/save-file.ts'

interface Ports {
  readonly call: Call
  readonly store: ReturnType<typeof createStore>
}

/** Cache keys to invalidate after items were made. */
const MADE = ['cohorts', 'cohort', 'variable-sets', 'variable-set', 'custom-variables', 'catalog', 'variable']

/** Copies the definition of a cohort, set or custom variable to the clipboard. */
export async function copyDefinition({ call }: Ports, subject: Pasted): Promise<Failure | void> {
  const text = await definitionOf(call, subject)
  if (!text.ok) return text
  await copyText(text.value)
}

/** Makes the items of the clipboard's definition, and invalidates the lists. A document is kept for the import page. */
export async function pasteFromClipboard(
  { call, store }: Ports,
  projectId: number | undefined,
): Promise<Result<Pasted | { readonly kind: 'exchange' }> | Failure> {
  const text = await navigator.clipboard.readText().catch(() => null)
  if (text === null) return refusal('The browser denies access to the clipboard.')
  if (isExchange(text)) {
    giveText(store, text)
    return { ok: true, value: { kind: 'exchange' } }
  }
  const pasted = await pasteDefinition(call, text, projectId)
  await refetchMade(store)
  return pasted
}

/** Copies a cohort and its ancestors with counts from the current data; null if the counts are current. */
export async function countAgain(
  { call, store }: Ports,
  cohortId: number,
  projectId: number | undefined,
): Promise<Result<Pasted | null> | Failure> {
  const definition = await cohortDefinition(call, cohortId)
  if (!definition.ok) return definition
  const made = await pasteDefinition(call, definition.value, projectId)
  await refetchMade(store)
  const isSame = made.ok && made.value.kind === 'cohort' && made.value.cohortId === cohortId
  return isSame ? { ok: true, value: null } : made
}

export function refetchMade(store: Ports['store']): Promise<void> {
  return store.get(queryClientAtom).invalidateQueries({
    predicate: ({ queryKey: [name] }) => MADE.includes(String(name)),
  })
}

function definitionOf(call: Call, subject: Pasted): Promise<Result<string>> {
  if (subject.kind === 'cohort') return cohortDefinition(call, subject.cohortId)
  if (subject.kind === 'variable-set') return variableSetDefinition(call, subject.variableSetId)
  return customVariableDefinition(call, subject.variableName)
}

/** Saves a data dictionary through the browser; the server names the file. */
export function saveDictionary({ format, variableSetId }: RequestOf<typeof variableDictionary>): void {
  startDownload(addressOf(variableDictionary, { format, variableSetId }), '')
}
