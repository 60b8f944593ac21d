/** Whether fingers point. */
export function isTouch(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}

const FINGER = 44

/** The height of a row in pixels, on touch screens at least that of a finger. */
export function rowHeightOnScreen(height: number): number {
  return isTouch() ? Math.max(FINGER, height) : height
}
