/** An error in a formula, at a character counted from 0. */
export interface FormulaFault {
  readonly at: number
  readonly message: string
}

export class FaultError extends Error {
  readonly fault: FormulaFault

  constructor(fault: FormulaFault) {
    super(fault.message)
    this.name = 'FaultError'
    this.fault = fault
  }
}

export interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const TOKEN =
  /\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)|([a-z_]\w*)|'((?:[^']|'')*)'|(<=|>=|<>|!=|[-+*/(),;=<>%−–×÷≤≥≠]))/iuy
/** Signs that are typed or pasted for others. */
const SAME_SIGN: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '×': '*',
  '÷': '/',
  '≤': '<=',
  '≥': '>=',
  '≠': '<>',
  '!=': '<>',
}

/** The parts of a formula's text; the last is its end. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  const pattern = new RegExp(TOKEN)
  for (;;) {
    const from = pattern.lastIndex
    const match = pattern.exec(text)
    if (match === null) {
      const at = from + (/^\s*/u.exec(text.slice(from))?.[0].length ?? 0)
      if (at < text.length) throw new FaultError({ at, message: unreadable(text.slice(at)) })
      return [...tokens, { kind: 'end', text: '', at: text.length }]
    }
    const [, number, name, quoted, sign] = match
    const own = number ?? name ?? sign
    const at = pattern.lastIndex - (own ?? `'${quoted ?? ''}'`).length
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: SAME_SIGN[sign] ?? sign, at })
    else tokens.push({ kind: 'text', text: (quoted ?? '').replaceAll("''", "'"), at })
  }
}

function unreadable(rest: string): string {
  return rest.startsWith("'")
    ? 'This text has no closing quotation mark.'
    : `"${String.fromCodePoint(rest.codePointAt(0) ?? 0)}" cannot be used here.`
}
