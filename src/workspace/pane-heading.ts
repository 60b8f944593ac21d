import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { commandView } from '#command-kit/availability.ts'
import { useCommandContext, useRegistry } from '#command-kit/hooks.ts'
import { PAGE_NOT_FOUND } from '#domain/messages.ts'
import { paneAtom, paneTitleAtom } from '#workspace/pane-atoms.ts'
import type { PaneId } from '#workspace/panes.ts'

/** What a pane is called: as its screen says or, until it has, as the command that leads there. */
export function usePaneHeading(id: PaneId): string {
  const title = useAtomValue(paneTitleAtom(id))
  const url = useAtomValue(paneAtom(id))?.url
  const registry = useRegistry()
  const context = useCommandContext()
  const routeTitle = useMemo(() => {
    const invocation = url === undefined ? null : registry.routeOf(url)
    return invocation ? commandView(registry, context, invocation).title : PAGE_NOT_FOUND
  }, [registry, context, url])
  return title === '' ? routeTitle : title
}
