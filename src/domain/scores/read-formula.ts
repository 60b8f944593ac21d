import { CUSTOM_SOURCES_MAX } from '#domain/limits.ts'
import {
  COMPARISONS,
  COMPARISON_SIGNS,
  ELAPSED_UNITS,
  SUMMARIES,
  type ArithmeticSign,
  type Comparison,
  type Formula,
  type Least,
  type Test,
} from '#domain/scores/formula.ts'
import { namesInRange } from '#domain/text/name-range.ts'

/** An error in a formula, at a character counted from 0. */
interface FormulaFault {
  readonly offset: number
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

interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end'
  readonly text: string
  readonly offset: number
}

const TOKEN =
  /\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)|([a-z_]\w*)|'((?:[^']|'')*)'|(<=|>=|<>|!=|\.\.|[-+*/(),;=<>%−–×÷≤≥≠]))/iuy
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
      const offset = from + (/^\s*/u.exec(text.slice(from))?.[0].length ?? 0)
      if (offset < text.length) throw new FaultError({ offset, message: unreadable(text.slice(offset)) })
      return [...tokens, { kind: 'end', text: '', offset: text.length }]
    }
    const [, number, name, quoted, sign] = match
    const unquoted = number ?? name ?? sign
    const offset = pattern.lastIndex - (unquoted ?? `'${quoted ?? ''}'`).length
    if (number !== undefined) tokens.push({ kind: 'number', text: number, offset })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, offset })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: SAME_SIGN[sign] ?? sign, offset })
    else tokens.push({ kind: 'text', text: (quoted ?? '').replaceAll("''", "'"), offset })
  }
}

function unreadable(rest: string): string {
  return rest.startsWith("'")
    ? 'This text has no closing quotation mark.'
    : `"${String.fromCodePoint(rest.codePointAt(0) ?? 0)}" cannot be used here.`
}

function nameOf(item: Formula): string | null {
  return item.kind === 'variable' ? item.variable : null
}

function variableOf(variable: string): Formula {
  return { kind: 'variable', variable }
}

/** Longer formulas would be nested too deeply for the database. */
const TOKENS_MAX = 1_500
export const FORMULA_TOO_LONG = 'This formula is too long: use fewer parts, or save a part of it as a score.'

/** Levels of brackets and functions in each other. */
export const FORMULA_LEVELS_MAX = 20

type ReadFormula = { readonly formula: Formula } | { readonly fault: FormulaFault }

/** Reads the text of a formula; names of variables are upper-cased. */
export function readFormula(text: string): ReadFormula {
  try {
    const reader = new Reader(text)
    const formula = reader.sum()
    reader.end()
    return { formula }
  } catch (error) {
    if (error instanceof FaultError) return { fault: error.fault }
    throw error
  }
}

/** Recursive descent: sums of products of terms. */
class Reader {
  readonly #tokens: readonly Token[]
  #next = 0
  #levels = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
    const beyond = this.#tokens[TOKENS_MAX]
    if (beyond) this.#fail(FORMULA_TOO_LONG, beyond)
  }

  sum(): Formula {
    return this.#leftToRight(['+', '-'], () => this.#product())
  }

  end(): void {
    const token = this.#peek()
    if (token.kind !== 'end') this.#fail(`A sign such as + is missing before "${token.text}".`, token)
  }

  #product(): Formula {
    return this.#leftToRight(['*', '/'], () => this.#term())
  }

  #leftToRight(signs: readonly ArithmeticSign[], read: () => Formula): Formula {
    let formula = read()
    for (;;) {
      const sign = signs.find((one) => this.#isNext(one))
      if (sign === undefined) return formula
      this.#next++
      formula = { kind: 'arithmetic', sign, left: formula, right: read() }
    }
  }

  #term(): Formula {
    this.#levels++
    if (this.#levels > FORMULA_LEVELS_MAX) this.#fail(`At most ${FORMULA_LEVELS_MAX} levels of brackets can be used.`)
    const formula = this.#readTerm()
    this.#levels--
    return formula
  }

  #readTerm(): Formula {
    if (this.#takes('-')) return { kind: 'negative', operand: this.#term() }
    if (this.#takes('(')) {
      const formula = this.sum()
      this.#require(')')
      return formula
    }
    const token = this.#take()
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) }
    if (token.kind !== 'name') {
      this.#fail(
        token.kind === 'end'
          ? 'A number, a variable or a function is missing.'
          : 'A number or a variable is needed here.',
        token,
      )
    }
    return this.#isNext('(') ? this.#call(token) : { kind: 'variable', variable: token.text.toUpperCase() }
  }

  #call(token: Token): Formula {
    const called = token.text.toUpperCase()
    this.#require('(')
    const summary = SUMMARIES.find((name) => name === called)
    const unit = ELAPSED_UNITS.find((name) => name === called)
    if (summary) {
      const items = this.#list(() => this.sum(), nameOf, variableOf)
      return { kind: 'summary', name: summary, items, least: this.#least() }
    }
    if (unit) {
      const from = this.#name()
      this.#require(',')
      const to = this.#name()
      this.#require(')')
      return { kind: 'elapsed', unit, from, to }
    }
    if (called === 'COUNT') {
      const variables = this.#list(
        () => this.#name(),
        (name) => name,
        (name) => name,
      )
      const condition = { operator: this.#comparison(), values: [this.#value()] }
      return { kind: 'count', variables, condition, least: this.#least() }
    }
    if (called === 'IF') {
      const test = this.#test()
      this.#require(',')
      const whenTrue = this.sum()
      this.#require(',')
      const whenFalse = this.sum()
      this.#require(')')
      return { kind: 'choice', test, whenTrue, whenFalse }
    }
    return this.#fail(`There is no function ${called}: use SUM, MEAN, MIN, MAX, COUNT, YEARS, DAYS or IF.`, token)
  }

  /** Items separated by commas; "PHQ_1..PHQ_9" stands for all variables from the first to the last. */
  #list<Item>(read: () => Item, name: (item: Item) => string | null, made: (name: string) => Item): Item[] {
    const items: Item[] = []
    do {
      const token = this.#peek()
      const item = read()
      const first = this.#isNext('..') ? name(item) : null
      if (first === null) {
        items.push(item)
        continue
      }
      this.#next++
      const names = namesInRange(first, this.#name(), CUSTOM_SOURCES_MAX)
      if ('problem' in names) this.#fail(names.problem, token)
      items.push(...names.names.map(made))
    } while (this.#takes(','))
    return items
  }

  /** The end of a summary: nothing, or how many items must be known, also after "if". */
  #least(): Least {
    if (this.#takes(')')) {
      if (!this.#isWord('if') || !this.#isWord('at', 1)) return null
      this.#next++
      return this.#number()
    }
    if (!this.#takes(';')) this.#fail('A comma or a closing bracket is missing.')
    const least = this.#number()
    this.#require(')')
    return least
  }

  #number(): Least {
    if (this.#isWord('at')) this.#next++
    if (this.#isWord('least')) this.#next++
    const token = this.#take()
    if (token.kind !== 'number') this.#fail('A number of items is missing, such as 8 or 80%.', token)
    const number = Number(token.text)
    return this.#takes('%') ? { percent: number } : { items: number }
  }

  #test(): Test {
    const from = this.#next
    const [name, , value] = this.#tokens.slice(from, from + 3)
    if (name?.kind === 'name' && value?.kind === 'text') {
      this.#next++
      return {
        kind: 'condition',
        variable: name.text.toUpperCase(),
        condition: { operator: this.#comparison(), values: [this.#value()] },
      }
    }
    const left = this.sum()
    return { kind: 'numbers', left, comparison: this.#comparison(), right: this.sum() }
  }

  #comparison(): Comparison {
    const token = this.#take()
    const comparison = COMPARISONS.find((one) => token.kind === 'sign' && COMPARISON_SIGNS[one] === token.text)
    return comparison ?? this.#fail('A comparison is missing, such as = or >=.', token)
  }

  /** A code or number to compare answers with. */
  #value(): string {
    const isNegative = this.#takes('-')
    const token = this.#take()
    if (token.kind !== 'number' && (token.kind !== 'text' || isNegative)) {
      this.#fail("A number or a code in quotation marks is missing, such as 1 or 'YES'.", token)
    }
    return isNegative ? `-${token.text}` : token.text
  }

  #name(): string {
    const token = this.#take()
    if (token.kind !== 'name') this.#fail('The name of a variable is missing.', token)
    return token.text.toUpperCase()
  }

  #peek(ahead = 0): Token {
    return this.#tokens[this.#next + ahead] ?? { kind: 'end', text: '', offset: 0 }
  }

  #take(): Token {
    const token = this.#peek()
    if (token.kind !== 'end') this.#next++
    return token
  }

  #isNext(sign: string): boolean {
    const { kind, text } = this.#peek()
    return kind === 'sign' && text === sign
  }

  #isWord(word: string, ahead = 0): boolean {
    const { kind, text } = this.#peek(ahead)
    return kind === 'name' && text.toLowerCase() === word
  }

  #takes(sign: string): boolean {
    if (!this.#isNext(sign)) return false
    this.#next++
    return true
  }

  #require(sign: string): void {
    if (!this.#takes(sign)) this.#fail(sign === ')' ? 'A closing bracket is missing.' : `"${sign}" is missing.`)
  }

  #fail(message: string, { offset }: Token = this.#peek()): never {
    throw new FaultError({ offset, message })
  }
}
