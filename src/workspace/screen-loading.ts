import type { ComponentType } from 'react'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { CHUNK_LOAD_TIMEOUT_MILLISECONDS } from '#domain/limits.ts'

/** The component of any route. */
export type ScreenComponent = ComponentType<ScreenProps<ArgumentsOf<CommandId>>>
type Screen = { default: ScreenComponent }
type Load = () => Promise<Screen>

/** The code of a screen did not come: the connection, or another version of the product in place of this one. */
export class ScreenLoadError extends Error {
  constructor(cause?: unknown) {
    super('The code of this page did not come from the server.', { cause })
    this.name = 'ScreenLoadError'
  }
}

const loaded = new WeakMap<Load, ScreenComponent>()

/** A screen whose code is there. Shown at once it spares the skeleton, which React would keep for 0.3 s. */
export function loadedScreen(load: Load): ScreenComponent | undefined {
  return loaded.get(load)
}

/** Fetches a screen's code ahead; what does not come is asked for again when the screen is opened. */
export async function preloadScreen(load: Load): Promise<void> {
  await load().then(
    (screen) => loaded.set(load, screen.default),
    () => undefined,
  )
}

/** Loads a screen's code; gives up after the time of spec section 9, since a browser alone would wait for ever. */
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
