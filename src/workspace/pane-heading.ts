import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { commandView } from '#command-kit/availability.ts'
import { useCommandContext, useRegistry } from '#command-kit/hooks.ts'
import { PAGE_NOT_FOUND } from '#domain/messages.ts'
import { paneAtom } from '#workspace/pane-atoms.ts'
import type { PaneId } from '#workspace/panes.ts'

/** The pane's title, from the command of its route. */
export function usePaneHeading(id: PaneId): string {
  const url = useAtomValue(paneAtom(id))?.url
  const registry = useRegistry()
  const context = useCommandContext()
  const heading = useAtomValue(
    useMemo(() => atom((get) => (url === undefined ? null : registry.headingOf(url, get))), [registry, url]),
  )
  const title = useMemo(() => {
    const invocation = url === undefined ? null : registry.routeOf(url)
    return invocation ? commandView(registry, context, invocation).title : PAGE_NOT_FOUND
  }, [registry, context, url])
  return heading ?? title
}
