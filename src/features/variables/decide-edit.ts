import { atom, type createStore } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { Call, Failure } from '#api/result.ts'
import { variableEditDecide } from '#contract/variables.ts'
import { queryClientAtom } from '#entities/services.ts'
import { VARIABLE_EDITS_KEY } from '#entities/variables/variables.ts'

type Store = ReturnType<typeof createStore>

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

/** The error of the last decision on an edit. */
export const decisionFailureAtom = atomFamily((_editId: number) => atom<Failure | null>(null))
