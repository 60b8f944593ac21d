import * as v from 'valibot'
import type { Contributor } from '#contract/shapes/entities.ts'
import { type createStore, atom } from 'jotai'
import type { Call, Failure } from '#api/result.ts'
import { variableEditDecide } from '#contract/variables.ts'
import { queryClientAtom } from '#entities/services.ts'
import { variableAtom, VARIABLE_EDITS_KEY } from '#entities/variables/variables.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { atomFamily } from 'jotai-family'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { userAtom } from '#entities/session.ts'

type Store = ReturnType<typeof createStore>

/** A variable's codebook page: null if it has none, undefined while loading. */
export function codebookOf(
  store: Pick<Store, 'get'>,
  variableName: string,
): Pick<Contributor, 'pdfFile' | 'pdfPage'> | null | undefined {
  const variable = store.get(variableAtom({ name: variableName })).data
  if (variable === undefined) return undefined
  return variable?.contributors.find(({ pdfFile: file }) => file !== '') ?? null
}

/** Adds a variable to the working set, or removes it. */
export function toggleInWorkingSet(store: Store, variableName: string): void {
  store.set(workingSetAtom, (names) =>
    names.includes(variableName) ? names.filter((name) => name !== variableName) : [...names, variableName],
  )
}

export function clearWorkingSet(store: Store): void {
  store.set(workingSetAtom, [])
}

export interface EditDecision {
  readonly editId: number
  readonly comment?: string
}

/** Approves an edit of a base variable, which applies it, or rejects it; invalidates the catalog. */
export async function decideEdit(
  { call, store }: { readonly call: Call; readonly store: Store },
  { editId, comment }: EditDecision,
  approve: boolean,
): Promise<Failure | void> {
  const answer = await call(variableEditDecide, { editId, approve, comment })
  const stale = [VARIABLE_EDITS_KEY, ...(approve ? ['catalog', 'variable', 'similar'] : [])]
  // Also after an error: another administrator may have decided it.
  await store
    .get(queryClientAtom)
    .invalidateQueries({ predicate: ({ queryKey }) => stale.includes(String(queryKey[0])) })
  store.set(decisionFailureAtom(editId), answer.ok ? null : answer)
  if (!answer.ok) return answer
}

const keptAtom = userStorageAtom('catalog-compact', v.boolean(), true)

/** Whether the catalog's rows are 28 px high instead of 36; kept for each user in this browser. */
export const isCompactAtom = atom(
  (get) => get(keptAtom(get(userAtom)?.username ?? '')),
  (get, set, isCompact: boolean) => set(keptAtom(get(userAtom)?.username ?? ''), isCompact),
)

/** The error of the last decision on an edit. */
export const decisionFailureAtom = atomFamily((_editId: number) => atom<Failure | null>(null))
