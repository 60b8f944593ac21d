import type { QueryClient } from '@tanstack/react-query'
import type { createStore } from 'jotai'
import * as v from 'valibot'
import type { Call, Result } from '#api/result.ts'
import { variableSetDelete, variableSetEdit, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { ERROR_UPDATING_PAGE } from '#domain/messages.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { VARIABLE_SET_NAME } from '#domain/text/names.ts'
import { suggestableName } from '#domain/text/suggested-names.ts'
import type { Read } from '#entities/server-state/saves.ts'
import { queryClientAtom, setContext } from '#entities/server-state/services.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

/** A browser's stored draft. */
export const StoredVariableSetDraft = v.object({
  name: v.string(),
  description: v.string(),
  variables: v.array(v.string()),
})

/** A stored new set. A null name is the suggested one, which follows the variables. */
export const StoredNewVariableSet = v.object({ ...StoredVariableSetDraft.entries, name: v.nullable(v.string()) })

/** "AGE_ONSET and 3 more"; empty without variables. */
export function suggestedSetName([first, ...others]: readonly string[]): string {
  if (first === undefined) return ''
  const ending = others.length === 0 ? '' : ` and ${formatCount(others.length)} more`
  return suggestableName([first.slice(0, VARIABLE_SET_NAME.maxLength - ending.length) + ending], VARIABLE_SET_NAME)
}

/** A browser's stored edit of a set, with the state at its start. */
export const StoredVariableSetEdit = v.object({
  ...StoredVariableSetDraft.entries,
  base: v.optional(v.object({ thing: StoredVariableSetDraft, version: v.nullable(v.string()) })),
})

export interface VariableSetDraft {
  readonly name: string
  readonly description: string
  readonly variables: readonly string[]
}

/** Saves a variable set, invalidates the lists of sets, and returns its id. */
export async function saveVariableSet(
  { call, queryClient }: Ports,
  draft: VariableSetDraft,
  projectId: number | undefined,
): Promise<Result<number>> {
  const answer = await call(variableSetNew, {
    name: draft.name.trim(),
    description: draft.description,
    variables: [...draft.variables],
    projectId,
  })
  if (!answer.ok) return answer
  // A page shows its own error if a refetch fails.
  await refetchSets(queryClient).catch(() => undefined)
  return { ok: true, value: answer.value.id }
}

/** The open requirements of Save (spec section 4): at least one variable, and a name. */
export function missingForSave(draft: VariableSetDraft): string[] {
  const missing: string[] = []
  if (draft.variables.length === 0) missing.push('Choose at least one variable.')
  if (draft.name.trim() === '') missing.push('Enter a name.')
  else {
    const problem = VARIABLE_SET_NAME.problem(draft.name)
    if (problem !== null) missing.push(problem)
  }
  return missing
}

/** Changes a set; returns whether the shown data could be refetched. */
export async function editVariableSet(
  { call, queryClient }: Ports,
  variableSetId: number,
  draft: VariableSetDraft,
  version: string | null,
): Promise<Result<{ readonly isPageCurrent: boolean }>> {
  const answer = await call(variableSetEdit, {
    version,
    variableSetId,
    name: draft.name.trim(),
    description: draft.description,
    variables: [...draft.variables],
  })
  if (!answer.ok) return answer
  const takeBack = setContext(queryClient, variableSetInfo, ERROR_UPDATING_PAGE)
  const isPageCurrent = await refetchSets(queryClient).then(
    () => true,
    () => false,
  )
  takeBack()
  return { ok: true, value: { isPageCurrent } }
}

/** A set's saved state; invalidates the lists. */
export async function readVariableSet(
  { call, queryClient }: Ports,
  variableSetId: number,
): Promise<Result<Read<VariableSetDraft>>> {
  const answer = await call(variableSetInfo, { variableSetId })
  if (!answer.ok) return answer
  await refetchSets(queryClient).catch(() => undefined)
  const found = answer.value.variableSets.find((set) => set.variableSetId === variableSetId)
  const { name = '', description = '', variables = [], version = null } = found ?? {}
  return { ok: true, value: { thing: { name, description, variables }, version } }
}

interface StorePorts {
  readonly call: Call
  readonly store: ReturnType<typeof createStore>
}

/** Appends variables to a saved set, removes them from the working set, and returns the number of new ones. */
export async function addToVariableSet(
  { call, store }: StorePorts,
  variableSetId: number,
  names: readonly string[],
): Promise<Result<string>> {
  const ports = { call, queryClient: store.get(queryClientAtom) }
  const read = await readVariableSet(ports, variableSetId)
  if (!read.ok) return read
  const { thing: set, version } = read.value
  const added = names.filter((name) => !set.variables.includes(name))
  if (added.length > 0) {
    const variables = [...set.variables, ...added]
    const saved = await editVariableSet(ports, variableSetId, { ...set, variables }, version)
    if (!saved.ok) return saved
  }
  store.set(workingSetAtom, (kept) => kept.filter((name) => !names.includes(name)))
  const words = added.length === 0 ? 'No new variables' : `${countOf(added.length, 'variable')} added`
  return { ok: true, value: `${words} to “${set.name}”.` }
}

export async function deleteVariableSet({ call, queryClient }: Ports, variableSetId: number): Promise<Result<unknown>> {
  const answer = await call(variableSetDelete, { variableSetId })
  if (answer.ok) await refetchSets(queryClient).catch(() => undefined)
  return answer
}

/** Rejects if a shown list could not be refetched. */
function refetchSets(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries(
    { predicate: ({ queryKey }) => queryKey[0] === 'variable-sets' || queryKey[0] === 'variable-set' },
    { throwOnError: true },
  )
}
