import type { ComponentType } from 'react'
import { CHUNK_LOAD_TIMEOUT_MILLISECONDS } from '#domain/limits.ts'

type Screen = { default: ComponentType }

/** The code of a screen did not come: the connection, or another version of the product in place of this one. */
export class ScreenLoadError extends Error {
  constructor(cause?: unknown) {
    super('The code of this page did not come from the server.', { cause })
    this.name = 'ScreenLoadError'
  }
}

/** Loads a screen's code; gives up after the time of spec section 9, since a browser alone would wait for ever. */
export function loadScreen(load: () => Promise<Screen>): Promise<Screen> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ScreenLoadError()), CHUNK_LOAD_TIMEOUT_MILLISECONDS)
    load()
      .then(resolve, (error: unknown) => reject(new ScreenLoadError(error)))
      .finally(() => clearTimeout(timer))
  })
}
