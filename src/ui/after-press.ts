let isPressed = false

if ('document' in globalThis) {
  document.addEventListener('mousedown', () => void (isPressed = true), { capture: true })
  document.addEventListener('mouseup', () => void (isPressed = false), { capture: true })
}

/** Runs once the press under way has become a click: a button that moves between its press and its release gets none. */
export function afterPress(run: () => void): void {
  if (isPressed) document.addEventListener('mouseup', () => setTimeout(run), { once: true, capture: true })
  else run()
}
