import type { Failure } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { lastDeletionAtom, trashOpenAtom } from '#entities/trash/trash.ts'
import { offeredAction } from '#ui/overlays/toasts.ts'

type Ports = Pick<CommandContext, 'call' | 'store'>

export function openTrash({ store }: Pick<Ports, 'store'>): void {
  store.set(trashOpenAtom, true)
}

/** The name of the object that this tab deleted last; null if there is none to restore. */
export function nameOfLastDeletion({ store }: Pick<Ports, 'store'>): string | null {
  return store.get(lastDeletionAtom)?.name ?? null
}

export async function undoLastDeletion({ call, store }: Ports): Promise<Failure | undefined> {
  const last = store.get(lastDeletionAtom)
  if (last === null) return undefined
  const { restoreDeleted } = await import('#entities/dialogs/undo-delete.ts')
  const answer = await restoreDeleted({ call, store, queryClient: store.get(queryClientAtom) }, last)
  return answer.ok ? undefined : answer
}

/** Whether the newest toast offers to undo something, or something was deleted in this tab. */
export function canUndoElsewhere({ store }: Pick<Ports, 'store'>): boolean {
  return offeredAction() !== null || store.get(lastDeletionAtom) !== null
}

/** Runs Undo of the newest toast; without one, restores the last deletion. */
export async function undoElsewhere(ports: Ports): Promise<Failure | undefined> {
  const take = offeredAction()
  if (take === null) return undoLastDeletion(ports)
  take()
  return undefined
}
