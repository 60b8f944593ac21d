import type { ComponentType } from 'react'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { CHUNK_LOAD_TIMEOUT_MILLISECONDS } from '#domain/limits.ts'

export type ScreenComponent = ComponentType<ScreenProps<ArgumentsOf<CommandId>>>
type Screen = { default: ScreenComponent }
type Load = () => Promise<Screen>

export const NOT_LOADED = 'The code of this page could not be loaded.'

/** A screen's code failed to load: no connection, or a new version was deployed. */
export class ScreenLoadError extends Error {
  constructor(cause?: unknown) {
    super(NOT_LOADED, { cause })
    this.name = 'ScreenLoadError'
  }
}

/** Whether a part of a page failed to load. Browsers have no type for it: the texts of Chromium, Firefox, Safari, and Vite for styles. */
export function isLoadError(error: Error): boolean {
  return (
    error instanceof ScreenLoadError ||
    /dynamically imported module|module script failed|^Unable to preload/.test(error.message)
  )
}

const loaded = new WeakMap<Load, ScreenComponent>()

/** The component of a loaded screen. Rendering it without Suspense avoids React's 0.3 s throttle of fallbacks. */
export function loadedScreen(load: Load): ScreenComponent | undefined {
  return loaded.get(load)
}

/** Preloads a screen; a failure is retried when the screen opens. */
export async function preloadScreen(load: Load): Promise<void> {
  await load().then(
    (screen) => loaded.set(load, screen.default),
    () => undefined,
  )
}

/** Loads a screen's code with the timeout of spec section 9; browsers have none. */
export function loadScreen(load: Load): Promise<Screen> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ScreenLoadError()), CHUNK_LOAD_TIMEOUT_MILLISECONDS)
    load()
      .then(
        (screen) => {
          loaded.set(load, screen.default)
          return resolve(screen)
        },
        (error: unknown) => reject(new ScreenLoadError(error)),
      )
      .finally(() => clearTimeout(timer))
  })
}
