import type { Registry } from '#command-kit/registry.ts'

/** Fetches the code of all screens while the browser is idle, so that opening one never waits for it. */
export function preloadScreens(registry: Registry): void {
  const load = () => {
    for (const { screen } of registry.routes) void screen().catch(() => undefined)
  }
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 3_000 })
  else setTimeout(load, 1_000)
}
