import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useId, useLayoutEffect, useMemo, useRef } from 'react'
import type { PaneAction } from '#command-kit/context.ts'
import { useStableValue } from '#command-kit/hooks.ts'
import { paneRegistrationsAtom, type PaneActions, usePaneId } from '#workspace/panes/pane-atoms.ts'

/**
 * Registers handlers of shared commands for the pane: save, apply, next row. The last registration wins. Handlers may
 * be new closures on each render; buttons and keys follow their availability.
 */
export function usePaneActions(actions: PaneActions): void {
  const setRegistrations = useSetAtom(paneRegistrationsAtom(usePaneId()))
  const owner = useId()
  const latest = useRef(actions)
  // A layout effect: keys must work as soon as the screen is visible.
  useLayoutEffect(() => {
    latest.current = actions
  })

  const offered = useStableValue(
    Object.entries(actions).flatMap(([name, action]) => {
      if (!action) return []
      const { run: _, lead: __, ...availability } = action
      return [{ name, availability }]
    }),
  )
  useLayoutEffect(() => {
    const stableActions: PaneActions = Object.fromEntries(
      offered.map(({ name, availability }) => [
        name,
        {
          ...availability,
          run: () => actionIn(latest.current, name)?.run(),
          lead: () => actionIn(latest.current, name)?.lead?.(),
        },
      ]),
    )
    setRegistrations((others) => [...others, { owner, actions: stableActions }])
    return () => setRegistrations((others) => others.filter((other) => other.owner !== owner))
  }, [setRegistrations, owner, offered])
}

/** Whether a part of the pane handles a command, for example a list that may load late. */
export function useHandlesInPane(name: keyof PaneActions): boolean {
  const id = usePaneId()
  const isHandled = useMemo(
    () => atom((get) => get(paneRegistrationsAtom(id)).some(({ actions }) => actions[name] !== undefined)),
    [id, name],
  )
  return useAtomValue(isHandled)
}

function actionIn(actions: PaneActions, name: string): Pick<PaneAction, 'run' | 'lead'> | undefined {
  return Object.entries(actions).find(([candidate]) => candidate === name)?.[1]
}
