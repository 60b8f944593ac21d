import type { Store } from '#command-kit/context.ts'
import { loadPalette } from '#command-kit/palette/palette.tsx'
import type { Registry } from '#command-kit/registry.ts'
import { workspaceAtom } from '#workspace/pane-atoms.ts'
import { preloadScreen } from '#workspace/screen-loading.ts'

/** Fetches the code of the screens that the address asks for and of the palette, while the first is drawn. */
export function preloadPanes(registry: Registry, store: Store): void {
  void loadPalette().catch(() => undefined)
  for (const { url } of store.get(workspaceAtom).panes) {
    const screen = registry.screenOf(url)
    if (screen !== null) void preloadScreen(screen)
  }
}

/** Fetches the code of all screens, one whenever the browser is idle: all at once would keep it from what is asked of it. */
export function preloadScreens(registry: Registry): void {
  const waiting = registry.routes.map(({ screen }) => screen)
  const loadNext = () => {
    const screen = waiting.shift()
    if (screen !== undefined) void preloadScreen(screen).then(() => whenIdle(loadNext))
  }
  whenIdle(loadNext)
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3_000 })
  else setTimeout(work, 1_000)
}
