/** Canonical form of a stroke: "mod+shift+z", "?", "f6". */
export type StrokeId = string

export interface StrokeParts {
  readonly key: string
  readonly mod: boolean
  readonly ctrl: boolean
  readonly meta: boolean
  readonly alt: boolean
  readonly shift: boolean
}

const NAMED_KEYS =
  /^(enter|escape|tab|space|home|end|pageup|pagedown|backspace|delete|insert|arrow(up|down|left|right)|f\d{1,2})$/i

/** Whether the key produces a character, unlike Enter. */
export function isPrintable(key: string): boolean {
  return /^.$/su.test(key)
}

function isLetter(key: string): boolean {
  return key.toLowerCase() !== key.toUpperCase()
}

/** Shift counts with letters and named keys only: "?" is the character on any layout. */
export function strokeId({ key, mod, ctrl, meta, alt, shift }: StrokeParts): StrokeId {
  const name = key === ' ' ? 'space' : key.toLowerCase()
  const countsShift = shift && (!isPrintable(name) || isLetter(name))
  return [mod && 'mod', ctrl && 'ctrl', meta && 'meta', alt && 'alt', countsShift && 'shift', name]
    .filter((part) => part !== false)
    .join('+')
}

/** Parses a stroke: "g", "Shift+D", "$mod+Enter", "+". Throws on an invalid one. */
export function parseStroke(text: string): StrokeId {
  const match = /^((?:(?:\$mod|Ctrl|Alt|Shift)\+)*)(.+)$/u.exec(text)
  const modifiers = (match?.[1] ?? '').split('+').filter((part) => part !== '')
  const key = match?.[2] ?? ''
  if (!isPrintable(key) && !NAMED_KEYS.test(key)) throw new Error(`"${text}" is no key`)
  return strokeId({
    key,
    mod: modifiers.includes('$mod'),
    ctrl: modifiers.includes('Ctrl'),
    meta: false,
    alt: modifiers.includes('Alt'),
    shift: modifiers.includes('Shift') || (modifiers.length === 0 && isPrintable(key) && key !== key.toLowerCase()),
  })
}

/** Parses a sequence: "g p". */
export function parseSequence(seq: string): readonly StrokeId[] {
  return seq.split(' ').map(parseStroke)
}

/** A stroke with Ctrl, Cmd or Alt: it types nothing, so it is active in text fields too. */
export function isCombination(stroke: StrokeId): boolean {
  return /^(mod|ctrl|meta|alt)\+/.test(stroke)
}

export function isFunctionKey(stroke: StrokeId): boolean {
  return /(^|\+)f\d+$/.test(stroke)
}

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
