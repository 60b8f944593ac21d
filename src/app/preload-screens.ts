import type { Store } from '#command-kit/context.ts'
import { loadPalette } from '#command-kit/palette/palette.tsx'
import type { Registry } from '#command-kit/registry.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { workspaceAtom } from '#workspace/panes/pane-atoms.ts'
import { preloadScreen } from '#workspace/screen-loading.ts'

/** Preloads the code of the URL's screens and of the palette during the first render. */
export function preloadPanes(registry: Registry, store: Store): void {
  void loadPalette().catch(() => undefined)
  for (const { url } of store.get(workspaceAtom).panes) {
    const screen = registry.screenOf(url)
    if (screen !== null) void preloadScreen(screen)
  }
}

/** Must open without a connection. */
const DIALOGS: readonly (() => Promise<unknown>)[] = [
  () => import('#entities/dialogs/open-delete-dialog.tsx'),
  () => import('#entities/dialogs/open-naming-dialog.tsx'),
  () => import('#features/variables/parts/edit-variable-dialog.tsx'),
]

const PAUSE_MILLISECONDS = 250

/** Preloads all screens and dialogs, one each idle period without requests: their responses come first. */
export function preloadScreens(registry: Registry, store: Store): void {
  const waiting = [
    ...registry.routes.map(
      ({ screen }) =>
        () =>
          preloadScreen(screen),
    ),
    ...DIALOGS,
  ]
  const loadNext = () => {
    if (store.get(queryClientAtom).isFetching() > 0) {
      setTimeout(loadNext, PAUSE_MILLISECONDS)
      return
    }
    const load = waiting.shift()
    if (load !== undefined) {
      void load()
        .catch(() => undefined)
        .then(() => whenIdle(loadNext))
    }
  }
  whenIdle(loadNext)
}

/** Runs work once the page is idle, at the latest after some seconds. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3_000 })
  else setTimeout(work, 1_000)
}
