import { atom } from 'jotai'
import type { Failure } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import type { TrashKind } from '#contract/trash.ts'

/** A saved object with versions. */
export interface ObjectWithHistory {
  readonly kind: TrashKind
  readonly id: number
}

/** The object whose history is open; null if none is. */
export const historyOfAtom = atom<ObjectWithHistory | null>(null)

/** Opens the history of an object; a custom variable by its name. */
export async function showHistory(
  { call, store }: Pick<CommandContext, 'call' | 'store'>,
  object: ObjectWithHistory | { readonly variableName: string },
): Promise<Failure | undefined> {
  if ('kind' in object) {
    store.set(historyOfAtom, object)
    return undefined
  }
  const { findCustomVariable } = await import('#features/history/find-custom-variable.ts')
  const found = await findCustomVariable(call, object.variableName)
  if (!found.ok) return found
  store.set(historyOfAtom, { kind: 'construct', id: found.value })
  return undefined
}
