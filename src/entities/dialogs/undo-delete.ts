import type { QueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import type { Call, Result } from '#api/result.ts'
import type { Store } from '#command-kit/context.ts'
import { trashRestore } from '#contract/trash.ts'
import { deletedWords, restoredWords } from '#domain/messages.ts'
import type { DeleteDialogProps } from '#entities/dialogs/naming-dialog.tsx'
import { refetchAll } from '#entities/server-state/refetch-all.ts'
import { useServices } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { lastDeletionAtom, type DeletedObject } from '#entities/trash/trash.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
  readonly store: Pick<Store, 'get' | 'set'>
}

export const ENTITY_NAMES: Readonly<Record<DeletedObject['kind'], string>> = {
  project: 'Project',
  cohort: 'Cohort',
  construct: 'Custom Variable',
  varset: 'Variable Set',
}

/** Time to undo a deletion from its toast. Afterwards the trash still has the object. */
const UNDO_MILLISECONDS = 10_000

/** Restores an object of the trash and refetches everything that may show it. */
export async function restoreDeleted(
  { call, queryClient, store }: Ports,
  deleted: DeletedObject,
): Promise<Result<unknown>> {
  const { kind, id, name } = deleted
  const answer = await call(trashRestore, { kind, id })
  if (!answer.ok) return answer
  const last = store.get(lastDeletionAtom)
  if (last !== null && last.kind === kind && last.id === id) store.set(lastDeletionAtom, null)
  await refetchAll(queryClient)
  showSuccess(restoredWords(ENTITY_NAMES[kind], name))
  return answer
}

/** Reports a deletion with its Undo. Returns null where there is a trash, else the outcome to report. */
export function useUndoableDeletion(
  usageOf: DeleteDialogProps['usageOf'],
  name: string,
): (entity: string) => string | null {
  const services = useServices()
  const store = useStore()
  const hasTrash = useAtomValue(isOfferedAtom)(trashRestore)
  const setLast = useSetAtom(lastDeletionAtom)
  return (entity) => {
    const words = deletedWords(entity, name)
    const deleted = deletedObject(usageOf, name)
    if (!hasTrash || !deleted) return words
    setLast(deleted)
    const run = () => void restoreDeleted({ ...services, store }, deleted)
    showSuccess(words, { label: 'Undo', run, milliseconds: UNDO_MILLISECONDS })
    return null
  }
}

function deletedObject(usageOf: DeleteDialogProps['usageOf'], name: string): DeletedObject | null {
  const { projectId, cohortId, constructId, variableSetId } = usageOf
  if (cohortId !== undefined) return { kind: 'cohort', id: cohortId, name }
  if (constructId !== undefined) return { kind: 'construct', id: constructId, name }
  if (variableSetId !== undefined) return { kind: 'varset', id: variableSetId, name }
  return projectId === undefined ? null : { kind: 'project', id: projectId, name }
}
