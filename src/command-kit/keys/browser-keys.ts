import type { StrokeId } from '#command-kit/keys/stroke.ts'

// Keys reserved by browsers, or essential to browser users.
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

export function isBrowserKey(stroke: StrokeId): boolean {
  return BROWSER_KEYS.has(stroke)
}

/** Keys whose browser default is never wanted, with or without a command. */
export function isDefaultPrevented(stroke: StrokeId): boolean {
  return stroke === 'mod+s' || stroke === 'mod+enter'
}

const EDITING_KEYS = new Set<StrokeId>(
  ['z', 'shift+z', 'y', 'a', 'c', 'x', 'v', 'backspace', 'delete', 'home', 'end'].map((key) => `mod+${key}`),
)

/** Editing shortcuts belong to the text field. */
export function isEditingKey(stroke: StrokeId): boolean {
  return EDITING_KEYS.has(stroke) || /^mod\+(shift\+)?arrow/.test(stroke)
}
