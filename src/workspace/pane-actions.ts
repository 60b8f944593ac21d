import { useSetAtom } from 'jotai'
import { useId, useLayoutEffect, useRef } from 'react'
import { useSteady } from '#command-kit/use-steady.ts'
import { paneRegistrationsAtom, type PaneActions } from '#workspace/pane-atoms.ts'
import { usePaneId } from '#workspace/pane-id.ts'

/**
 * Offers what a screen, or a part of it, does when a shared command is run in its pane: save, apply, next row. Of two
 * that offer the same the later is asked. The actions may be made anew on each render; buttons and keys follow when
 * what is available changes.
 */
export function usePaneActions(actions: PaneActions): void {
  const setRegistrations = useSetAtom(paneRegistrationsAtom(usePaneId()))
  const owner = useId()
  const latest = useRef(actions)
  // Before it is painted: who sees the screen may press its keys.
  useLayoutEffect(() => {
    latest.current = actions
  })

  const offered = useSteady(
    Object.entries(actions).flatMap(([name, action]) => {
      if (!action) return []
      const { run: _, ...availability } = action
      return [{ name, availability }]
    }),
  )
  useLayoutEffect(() => {
    const steady: PaneActions = Object.fromEntries(
      offered.map(({ name, availability }) => [name, { ...availability, run: () => runOf(latest.current, name)?.() }]),
    )
    setRegistrations((others) => [...others, { owner, actions: steady }])
    return () => setRegistrations((others) => others.filter((other) => other.owner !== owner))
  }, [setRegistrations, owner, offered])
}

function runOf(actions: PaneActions, name: string): (() => void | Promise<void>) | undefined {
  return Object.entries(actions).find(([candidate]) => candidate === name)?.[1]?.run
}
