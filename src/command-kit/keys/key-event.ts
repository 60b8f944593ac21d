import { isPrintable, strokeId, type StrokeId } from '#command-kit/keys/stroke.ts'

/** What of a keydown event tells which stroke it is. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly getModifierState: (name: 'AltGraph') => boolean
}

// What the keys of a US keyboard write, without and with Shift, for layouts that write other scripts.
const CHARACTERS_BY_CODE: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Period: ['.', '>'],
  Comma: [',', '<'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Equal: ['=', '+'],
  Minus: ['-', '_'],
}

function characterByCode(code: string, shift: boolean): string | undefined {
  const letterOrDigit = /^(?:Key([A-Z])|Digit(\d))$/.exec(code)
  if (letterOrDigit) return letterOrDigit[1]?.toLowerCase() ?? letterOrDigit[2]
  return CHARACTERS_BY_CODE[code]?.[shift ? 1 : 0]
}

/** A letter that no Latin keyboard writes: Cyrillic, Greek, Hebrew and so on. */
function isOfOtherScript(key: string): boolean {
  return isPrintable(key) && /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key)
}

/** The stroke of a key press: by the character it writes, or by the key's place where the layout is not Latin. */
export function strokeOf(press: KeyPress, apple: boolean): StrokeId {
  const writesWithAlt =
    press.getModifierState('AltGraph') ||
    (apple && press.altKey && !press.ctrlKey && !press.metaKey && isPrintable(press.key))
  const ctrl = press.ctrlKey && !writesWithAlt
  const key = isOfOtherScript(press.key) ? (characterByCode(press.code, press.shiftKey) ?? press.key) : press.key
  return strokeId({
    key,
    mod: apple ? press.metaKey : ctrl,
    ctrl: apple && ctrl,
    meta: !apple && press.metaKey,
    alt: press.altKey && !writesWithAlt,
    shift: press.shiftKey,
  })
}

/** A modifier pressed by itself, which is not yet a stroke. */
export function isModifierAlone(key: string): boolean {
  return ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn', 'Dead', 'Process'].includes(key)
}
