import type { StrokeId } from '#command-kit/keys/stroke.ts'

// Keys that browsers keep for themselves, or whose loss would take away something people rely on.
const BROWSER_KEYS = new Set<StrokeId>([
  ...['w', 't', 'n', 'l', 'tab', 'r', 'q'].map((key) => `mod+${key}`),
  ...['w', 't', 'n', 'p', 'c', 'r', 'tab'].map((key) => `mod+shift+${key}`),
  ...Array.from({ length: 10 }, (_, digit) => [`mod+${digit}`, `alt+${digit}`]).flat(),
  ...['arrowleft', 'arrowright', 'arrowup', 'arrowdown'].map((key) => `alt+${key}`),
  'tab',
  'shift+tab',
  'f5',
  'f11',
  'f12',
])

/** Whether the browser owns the key, so that no command may. */
export function isBrowserKey(stroke: StrokeId): boolean {
  return BROWSER_KEYS.has(stroke)
}

/** Keys whose own meaning in the browser is never wanted here, whether or not a command takes them. */
export function isKeptFromBrowser(stroke: StrokeId): boolean {
  return stroke === 'mod+s' || stroke === 'mod+enter'
}

const EDITING_KEYS = new Set<StrokeId>(
  ['z', 'shift+z', 'y', 'a', 'c', 'x', 'v', 'backspace', 'delete', 'home', 'end'].map((key) => `mod+${key}`),
)

/** Combinations by which people edit text; in a text field they are the field's. */
export function isEditingKey(stroke: StrokeId): boolean {
  return EDITING_KEYS.has(stroke) || /^mod\+(shift\+)?arrow/.test(stroke)
}
