import { ProblemError, readToken, type Expected, type Span, type Token } from '#domain/expressions/tokens.ts'
import type { Written } from '#domain/expressions/tree.ts'
import { CONSTRAINT_VALUES_MAX, RULES_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'

/** Levels of brackets and of "not": valid rules have fewer, and each takes a part of the call stack. */
const LEVELS_MAX = 100
const TOO_MANY_VALUES = `At most ${formatCount(CONSTRAINT_VALUES_MAX)} values can be given.`
const COUNT = /^\d{1,15}$/

/** A position in the tokens of a text. */
export class TokenCursor {
  readonly #text: string
  /** The tokens that are read so far: those before the position, and those that were looked at. */
  readonly #tokens: Token[] = []
  readonly #from: number
  #place = 0
  #levels = 0
  #rules = 0
  /** The variable of conditions that name none: the source of a recode. */
  subject: Written | null = null

  constructor(text: string, from = 0) {
    this.#text = text
    this.#from = from
  }

  peek(ahead = 0): Token {
    const place = this.#place + ahead
    for (;;) {
      const token = this.#tokens[place]
      if (token !== undefined) return token
      this.#tokens.push(readToken(this.#text, this.#tokens.at(-1)?.to ?? this.#from))
    }
  }

  take(count = 1): Token {
    const token = this.peek(count - 1)
    this.#place += count
    return token
  }

  /** The span of the tokens from a position to the last that was taken. */
  spanFrom(from: number): Span {
    return { from, to: Math.max(from, this.end) }
  }

  /** The end of the last token that was taken. */
  get end(): number {
    return this.#tokens[this.#place - 1]?.to ?? this.#from
  }

  /** Whether the next tokens are these words. */
  isNext(...words: readonly string[]): boolean {
    return words.every((word, ahead) => this.isWord(word, ahead))
  }

  isWord(word: string, ahead = 0): boolean {
    return this.peek(ahead).word === word
  }

  isSign(sign: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead)
    return kind === 'sign' && text === sign
  }

  /** Takes the words if they are next. */
  takes(...words: readonly string[]): boolean {
    const isNext = this.isNext(...words)
    if (isNext) this.#place += words.length
    return isNext
  }

  requireSign(sign: string): void {
    if (!this.takesSign(sign)) this.expect(`“${sign}”`)
  }

  require(word: string): void {
    if (!this.takes(word)) this.expect(`“${word}”`)
  }

  /** A whole number. */
  count(): number {
    const { kind, text } = this.peek()
    if (kind !== 'word' || !COUNT.test(text)) this.expect('A number')
    this.#place++
    return Number(text)
  }

  isCount(ahead = 0): boolean {
    const { kind, text } = this.peek(ahead)
    return kind === 'word' && COUNT.test(text)
  }

  /** Counts a rule: texts of any length are refused in short time. */
  countRule(): void {
    this.#rules++
    if (this.#rules > RULES_MAX) this.refuse(`At most ${RULES_MAX} rules and groups can be used.`)
  }

  /** Items in brackets, separated by commas. */
  list<Item>(read: () => Item): Item[] {
    return this.deeper(() => {
      if (!this.takesSign('(')) this.expect('An opening bracket')
      if (this.takesSign(')')) return []
      const items = [read()]
      while (this.takesSign(',')) {
        if (items.length === CONSTRAINT_VALUES_MAX) this.refuse(TOO_MANY_VALUES)
        items.push(read())
      }
      if (!this.takesSign(')')) this.expect('A comma or a closing bracket', { kind: 'joint' })
      return items
    })
  }

  inBrackets<Item>(read: () => Item): Item {
    return this.deeper(() => {
      if (!this.takesSign('(')) this.expect('An opening bracket')
      const item = read()
      if (!this.takesSign(')')) this.expect('A closing bracket, “and” or “or”', { kind: 'joint' })
      return item
    })
  }

  deeper<Item>(read: () => Item): Item {
    this.#levels++
    if (this.#levels > LEVELS_MAX) this.refuse(`At most ${LEVELS_MAX} brackets and “not” can be nested.`)
    const item = read()
    this.#levels--
    return item
  }

  /** Fails at the next token. */
  expect(what: string, expected?: Expected): never {
    const token = this.peek()
    const words = token.kind === 'end' ? `${what} is missing.` : `${what} is expected here, not “${token.text}”.`
    throw new ProblemError(token, words, expected)
  }

  refuse(message: string, span: Span = this.peek()): never {
    throw new ProblemError(span, message)
  }

  /** Takes the sign if it is next. */
  takesSign(sign: string): boolean {
    const isNext = this.isSign(sign)
    if (isNext) this.#place++
    return isNext
  }
}
