import { STRATUM_WORDS, type StratumField } from '#domain/cohorts/rules.ts'
import type { Operator } from '#domain/conditions/operators.ts'

/** A place in the text: characters `from` to before `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A part of the text; comments and blanks are none. */
export interface Token extends Span {
  readonly kind: 'word' | 'quoted' | 'pattern' | 'sign' | 'end'
  /** Of a quoted text and of a pattern the text between the marks. */
  readonly text: string
  /** Of a word: in lower case. */
  readonly word?: string
}

/** What the grammar expects at a place, for completions. */
export type Expected =
  | { readonly kind: 'rule' | 'cohort' | 'joint' | 'other' }
  | { readonly kind: 'relatives'; readonly count: number }
  | { readonly kind: 'operator'; readonly variable: string }
  | { readonly kind: 'value'; readonly variable: string; readonly operator: Operator }
  | { readonly kind: 'stratum'; readonly field: StratumField }

/** An error at a place of the text. */
export interface ExpressionProblem extends Span {
  readonly message: string
  readonly expected?: Expected
  /** The nearest name or value, as it is written in an expression. */
  readonly near?: string
}

export class ProblemError extends Error {
  readonly problem: ExpressionProblem

  constructor({ from, to }: Span, message: string, expected: Expected = { kind: 'other' }) {
    super(message)
    this.name = 'ProblemError'
    this.problem = { from, to, message, expected }
  }
}

/** Words, codes, numbers and dates: letters and digits, joined by single signs. */
const LETTER = '[\\p{L}\\p{M}\\p{N}_]'
const WORD = `[-+]?\\.?${LETTER}+(?:[-+.:]${LETTER}+)*`
const BLANKS = /(?:\s|#[^\n]*)*/uy
const SIGN = /<=|>=|<>|!=|!~|==|\.\.|[(){},:;=<>~≤≥≠]/uy
const WORD_HERE = new RegExp(WORD, 'uy')
const WHOLE_WORD = new RegExp(`^${WORD}$`, 'u')
/** The characters of a quoted text and of a pattern up to the next mark or backslash. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  '"': /[^"\\]*/uy,
  '”': /[^”\\]*/uy,
  "'": /[^'\\]*/uy,
  '’': /[^’\\]*/uy,
}
const PATTERN_PLAIN = /[^/\\\n]*/uy
const FLAG = /i(?![\p{L}\p{N}_])/uy
const CLOSING: Readonly<Record<string, string>> = { '"': '"', '“': '”', "'": "'", '‘': '’' }
/** Signs that are typed or pasted for others. */
const SAME_SIGN: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=', '≠': '!=', '<>': '!=', '==': '=' }
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** Words that would be read otherwise in the place of a name or a value, and are quoted there. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'in',
  'code',
  'exactly',
  ...Object.values(STRATUM_WORDS).map((word) => word.toLowerCase()),
])

/** Whether a name or a value is written without quotation marks. */
export function isPlainWord(text: string): boolean {
  return WHOLE_WORD.test(text) && !KEYWORDS.has(text.toLowerCase())
}

/** A name or value as it is written in an expression. */
export function wordText(word: string): string {
  return isPlainWord(word) ? word : quoted(word)
}

/** A text in quotation marks. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`
}

/** A regular expression between slashes; quoted where the slashes would end it early. */
export function patternText(pattern: string): string {
  const slashed = `/${pattern}/i`
  const read = readPattern(slashed, 0)
  return read?.text === pattern && read.to === slashed.length && pattern !== '' ? slashed : quoted(pattern)
}

/** The token at a position or after blanks and comments there. Throws a ProblemError. */
export function readToken(text: string, position: number): Token {
  const from = position + matchLength(BLANKS, text, position)
  const letters = matchLength(WORD_HERE, text, from)
  if (letters > 0) {
    const found = text.slice(from, from + letters)
    return { kind: 'word', text: found, word: found.toLowerCase(), from, to: from + letters }
  }
  if (from >= text.length) return { kind: 'end', text: '', from: text.length, to: text.length }
  return readSign(text, from) ?? readQuoted(text, from) ?? readPattern(text, from) ?? noToken(text, from)
}

function matchLength(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex - from : 0
}

function readSign(text: string, from: number): Token | null {
  const to = from + matchLength(SIGN, text, from)
  const found = text.slice(from, to)
  return found === '' ? null : { kind: 'sign', text: SAME_SIGN[found] ?? found, from, to }
}

function noToken(text: string, from: number): never {
  const character = String.fromCodePoint(text.codePointAt(from) ?? 0)
  throw new ProblemError({ from, to: from + character.length }, `“${character}” has no meaning here.`)
}

function readQuoted(text: string, from: number): Token | null {
  const mark = CLOSING[text.charAt(from)]
  const plain = PLAIN[mark ?? '']
  if (mark === undefined || plain === undefined) return null
  const parts: string[] = []
  for (let place = from + 1; place < text.length;) {
    const length = matchLength(plain, text, place)
    parts.push(text.slice(place, place + length))
    place += length
    if (text.charAt(place) === mark) {
      return { kind: 'quoted', text: parts.join(''), from, to: place + 1 }
    }
    const escaped = text.charAt(place + 1)
    parts.push(ESCAPES[escaped] ?? escaped)
    place += 2
  }
  throw new ProblemError({ from, to: text.length }, 'The closing quotation mark is missing.')
}

/** A backslash and the character after it stay as they are: they belong to the regular expression. */
function readPattern(text: string, from: number): Token | null {
  if (text.charAt(from) !== '/') return null
  for (let place = from + 1; place < text.length;) {
    place += matchLength(PATTERN_PLAIN, text, place)
    if (text.charAt(place) === '/') {
      const to = place + 1
      const flag = matchLength(FLAG, text, to)
      return { kind: 'pattern', text: text.slice(from + 1, place), from, to: to + flag }
    }
    if (text.charAt(place) !== '\\') break
    place += 2
  }
  throw new ProblemError({ from, to: text.length }, 'The slash that ends the pattern is missing.')
}
