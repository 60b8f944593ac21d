import { atom } from 'jotai'
import type { TrashKind } from '#contract/trash.ts'

/** A deleted object that the trash can restore. */
export interface DeletedObject {
  readonly kind: TrashKind
  readonly id: number
  readonly name: string
}

export const trashOpenAtom = atom(false)
/** The last object deleted in this tab; null before, and after its restoration. */
export const lastDeletionAtom = atom<DeletedObject | null>(null)
