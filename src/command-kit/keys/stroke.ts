/** A stroke in one fixed spelling, so that two are the same exactly when their texts are: "mod+shift+z", "?", "f6". */
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

/** Whether the key writes one character, rather than being a named one such as Enter. */
export function isPrintable(key: string): boolean {
  return /^.$/su.test(key)
}

function isLetter(key: string): boolean {
  return key.toLowerCase() !== key.toUpperCase()
}

/** Shift is part of a stroke only with letters and named keys: "?" is the character, whichever keys make it. */
export function strokeId({ key, mod, ctrl, meta, alt, shift }: StrokeParts): StrokeId {
  const name = key === ' ' ? 'space' : key.toLowerCase()
  const countsShift = shift && (!isPrintable(name) || isLetter(name))
  return [mod && 'mod', ctrl && 'ctrl', meta && 'meta', alt && 'alt', countsShift && 'shift', name]
    .filter((part) => part !== false)
    .join('+')
}

/** Reads one stroke as commands write it: "g", "Shift+D", "$mod+Enter", "+". Throws on what no key makes. */
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
    // A capital by itself means Shift; in "$mod+K" it is only how keys are written.
    shift: modifiers.includes('Shift') || (modifiers.length === 0 && isPrintable(key) && key !== key.toLowerCase()),
  })
}

/** Reads a binding's strokes, one after the other: "g p". */
export function parseSequence(seq: string): readonly StrokeId[] {
  return seq.split(' ').map(parseStroke)
}

/** A stroke with Ctrl, Cmd or Alt: it writes nothing, so it may be on in text fields too. */
export function isCombination(stroke: StrokeId): boolean {
  return /^(mod|ctrl|meta|alt)\+/.test(stroke)
}

export function isFunctionKey(stroke: StrokeId): boolean {
  return /(^|\+)f\d+$/.test(stroke)
}
