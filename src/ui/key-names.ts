const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}
const APPLE_SIGNS: Readonly<Record<string, string>> = { $mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃', Escape: 'esc' }
const SPOKEN: Readonly<Record<string, string>> = { Enter: 'Enter', '+': 'plus', '-': 'minus', '.': 'period', '?': '?' }

/** The keys of one stroke: "$mod+Shift+Z" gives "$mod", "Shift", "Z". */
function keysOf(stroke: string): readonly string[] {
  const key = /[^+]+$|\+$/.exec(stroke)?.[0] ?? stroke
  const modifiers = stroke.slice(0, stroke.length - key.length)
  return [...modifiers.split('+').filter((part) => part !== ''), key]
}

function keySign(key: string, apple: boolean): string {
  if (key === '$mod' && !apple) return 'Ctrl'
  return (apple ? APPLE_SIGNS[key] : undefined) ?? SIGNS[key] ?? key
}

/** Key cap labels of a binding: "g p" gives [["g"], ["p"]]. */
export function strokeSigns(seq: string, apple: boolean): readonly (readonly string[])[] {
  return seq.split(' ').map((stroke) => keysOf(stroke).map((key) => keySign(key, apple)))
}

/** A binding in words: "g then p", "Ctrl+Enter". */
export function spokenKeys(seq: string, apple: boolean): string {
  const strokes = seq.split(' ').map((stroke) =>
    keysOf(stroke)
      .map((key) => (key === '$mod' ? (apple ? 'Cmd' : 'Ctrl') : (SPOKEN[key] ?? key)))
      .join('+'),
  )
  return strokes.join(' then ')
}

/** The value of aria-keyshortcuts, which does not support sequences. */
export function ariaKeyShortcuts(seqs: readonly string[], apple: boolean): string | undefined {
  const single = seqs.filter((seq) => !seq.includes(' '))
  const written = single.map((seq) =>
    keysOf(seq)
      .map((key) => (key === '$mod' ? (apple ? 'Meta' : 'Control') : key === 'Ctrl' ? 'Control' : key))
      .map((key) => (key === '+' ? 'Plus' : key))
      .join('+'),
  )
  return written.length > 0 ? written.join(' ') : undefined
}

/** Whether the platform is Apple's: Cmd replaces Ctrl, and keys are symbols. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad|iPod/.test(globalThis.navigator?.platform ?? '')
}
