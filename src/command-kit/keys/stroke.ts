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

const KEY_NAMES = [
  ...'Enter Escape Tab Space Home End PageUp PageDown Backspace Delete Insert'.split(' '),
  ...'ArrowUp ArrowDown ArrowLeft ArrowRight'.split(' '),
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
]

/** The name of a key that produces no character, in the notation of declarations. */
function keyName(key: string): string | undefined {
  return KEY_NAMES.find((name) => name.toLowerCase() === key.toLowerCase())
}

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
  if (!isPrintable(key) && keyName(key) === undefined) throw new Error(`"${text}" is no key`)
  return strokeId({
    key,
    mod: modifiers.includes('$mod'),
    ctrl: modifiers.includes('Ctrl'),
    meta: false,
    alt: modifiers.includes('Alt'),
    shift: modifiers.includes('Shift') || (modifiers.length === 0 && isPrintable(key) && key !== key.toLowerCase()),
  })
}

const MODIFIERS: Readonly<Record<string, string>> = { mod: '$mod', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' }

/** A stroke in the notation of declarations: "mod+shift+z" gives "$mod+Shift+Z"; null if it cannot be written so. */
export function notationOf(stroke: StrokeId): string | null {
  const [key = ''] = /[^+]+$|\+$/.exec(stroke) ?? []
  const pressed = stroke
    .slice(0, -key.length)
    .split('+')
    .filter((part) => part !== '')
  const modifiers = pressed.map((part) => MODIFIERS[part])
  const letter = modifiers.length > 0 && isPrintable(key.toUpperCase()) ? key.toUpperCase() : key
  const name = isPrintable(key) ? letter : keyName(key)
  return name === undefined || modifiers.includes(undefined) ? null : [...modifiers, name].join('+')
}

/** Parses a sequence: "g p". */
export function parseSequence(seq: string): readonly StrokeId[] {
  return seq.split(' ').map(parseStroke)
}

/** A stroke with Ctrl, Cmd or Alt: it types nothing, so it is active in text fields too. */
export function isCombination(stroke: StrokeId): boolean {
  return /^(mod|ctrl|meta|alt)\+/.test(stroke)
}

/** Whether a stroke is a character in a text field. */
export function isCharacter(stroke: StrokeId): boolean {
  return /^(shift\+)?(space|.)$/su.test(stroke)
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
