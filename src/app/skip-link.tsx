import { atom, useAtomValue } from 'jotai'
import styles from '#app/skip-link.module.css'
import { CommandButton } from '#command-kit/command-button.tsx'
import { focusedIdAtom, workspaceAtom } from '#workspace/panes/pane-atoms.ts'

const COMMANDS = ['pane.focus-1', 'pane.focus-2', 'pane.focus-3', 'pane.focus-4'] as const

const placeAtom = atom((get) => get(workspaceAtom).panes.findIndex(({ id }) => id === get(focusedIdAtom)))

/** The skip link, first in tab order and visible on focus (WCAG 2.4.1). */
export function SkipLink() {
  const id = COMMANDS[useAtomValue(placeAtom)]
  if (id === undefined) return null
  return (
    <CommandButton id={id} args={{}} className={styles['skip'] ?? ''}>
      Skip to the page
    </CommandButton>
  )
}
