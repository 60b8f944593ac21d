import { atom, useSetAtom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { useEffect } from 'react'
import type { NameRule } from '#domain/text/names.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import type { PaneId } from '#workspace/panes/panes.ts'

export interface Renaming {
  readonly name: string
  readonly rule: NameRule
  /** Resolves to the reason of a failure, or to null. */
  readonly save: (name: string) => Promise<string | null>
}

/** The name that is edited in the header of a pane. */
export const renamingAtom = atomFamily((_id: PaneId) => atom<Renaming | null>(null))

/** Handles the command Rename for the thing in this pane; null if it has no name of the user's. */
export function useRename(renaming: Renaming | null): void {
  const setRenaming = useSetAtom(renamingAtom(usePaneId()))
  usePaneActions(renaming === null ? {} : { 'form.rename': { available: true, run: () => setRenaming(renaming) } })
  useEffect(() => () => setRenaming(null), [setRenaming])
}
