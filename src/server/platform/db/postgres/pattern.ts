import { PatternUnknown } from '#server/platform/db/dialect.ts'

/** Maximum length of a pattern. */
const LONGEST = 1_000
const SPACES = ' \\t\\n\\f\\r'
const DIGITS = '0-9'
const WORD = '0-9A-Za-z_'
const CLASSES: Readonly<Record<string, string>> = { d: DIGITS, s: SPACES, w: WORD }
const NAMED: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\u0001-\\u007F',
  blank: '\\t ',
  cntrl: '\\u0001-\\u001F\\u007F',
  digit: DIGITS,
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-/:-@\\[-`{-~',
  space: ' \\t\\n\\u000B\\f\\r',
  upper: 'A-Z',
  word: WORD,
  xdigit: '0-9A-Fa-f',
}
const CONTROLS: Readonly<Record<string, string>> = { a: '\u0007', f: '\f', t: '\t', n: '\n', r: '\r', v: '\v' }
const BESIDE_WORD = `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`
const WITHIN_WORD = `(?:(?<=[${WORD}])(?=[${WORD}])|(?<![${WORD}])(?![${WORD}]))`
const BEFORE_MANY_BYTES = '(?:(?=[^\\u0001-\\u007F]))'
const NEVER = '(?:$a)'

interface Flags {
  /** Flag s: a dot matches line ends. */
  readonly s: boolean
  /** Flag m: ^ and $ match at lines. */
  readonly m: boolean
}

/**
 * Translates an RE2 pattern (semantics, "REGEX") to PostgreSQL: both match the same texts, ignoring case. The pattern
 * must be well-formed. Throws PatternUnknown for an unsupported construct.
 */
export function postgreSqlPattern(pattern: string): string {
  // PostgreSQL builds an automaton, which takes minutes for a long pattern.
  if (pattern.length > LONGEST) throw new PatternUnknown(pattern.slice(LONGEST))
  const between = new Translation(pattern, 'between characters').whole()
  if (!pattern.includes('\\B')) return between
  return `(?:${between}|${new Translation(pattern, 'within a character').whole()})`
}

/** RE2 matches bytes: \B also holds between the bytes of one character, where nothing else matches. */
type Place = 'between characters' | 'within a character'

class Translation {
  readonly #pattern: string
  readonly #place: Place
  #position = 0

  constructor(pattern: string, place: Place) {
    this.#pattern = pattern
    this.#place = place
  }

  whole(): string {
    return `(?:${this.#sequence({ s: false, m: false })})`
  }

  /** Parses up to the closing bracket of the group, or to the end. */
  #sequence(outerFlags: Flags): string {
    let flags = outerFlags
    let made = ''
    while (this.#position < this.#pattern.length && this.#pattern[this.#position] !== ')') {
      const rest = this.#pattern.slice(this.#position)
      const setting = /^\(\?([a-zA-Z-]*)\)/.exec(rest)
      if (setting) {
        this.#position += setting[0].length
        flags = withFlags(flags, setting[1] ?? '')
      } else made += this.#next(flags, rest)
    }
    return made
  }

  #next(flags: Flags, rest: string): string {
    const [sign = ''] = rest
    if (sign === '(') return this.#group(flags, rest)
    if (sign === '[') return this.#outside(this.#bracket(rest))
    if (sign === '\\') return this.#escape(rest)
    this.#position += firstOf(rest).length
    if (sign === '.') return this.#outside(flags.s ? '(?:.|\\n)' : '[^\\n]')
    if (sign === '^') return this.#outside(flags.m ? '(?:^|(?<=\\n))' : '^')
    if (sign === '$') return this.#outside(flags.m ? '(?:$|(?=\\n))' : '$')
    if (sign === '{' && !/^\{\d+(,\d*)?\}/.test(rest)) return this.#outside('\\{')
    if (sign === '}') return this.#outside('\\}')
    if ('|*+?{'.includes(sign)) return this.#quantifier(sign, rest)
    return this.#outside(literal(firstOf(rest)))
  }

  /** A construct that never matches within a character. */
  #outside(made: string): string {
    return this.#place === 'within a character' ? NEVER : made
  }

  #quantifier(sign: string, rest: string): string {
    const [whole = sign] = /^\{\d+(?:,\d*)?\}/.exec(rest) ?? []
    this.#position += whole.length - 1
    return whole
  }

  #group(flags: Flags, rest: string): string {
    const [opening = '(', set = ''] = /^\((?:\?P?<\w+>|\?([a-zA-Z-]*):)?/.exec(rest) ?? []
    this.#position += opening.length
    const made = this.#sequence(withFlags(flags, set))
    this.#position += 1
    return `(?:${made})`
  }

  #escape(rest: string): string {
    const [, sign = ''] = rest
    const quote = /^\\Q([^]*?)(?:\\E|$)/.exec(rest)
    if (quote) {
      this.#position += quote[0].length
      return Array.from(quote[1] ?? '', (character) => this.#outside(literal(character))).join('')
    }
    const cls = CLASSES[sign.toLowerCase()]
    const special =
      cls === undefined
        ? { b: BESIDE_WORD, B: WITHIN_WORD, A: '^', z: '$', E: '' }[sign]
        : `[${sign === sign.toLowerCase() ? '' : '^'}${cls}]`
    if (special !== undefined) {
      this.#position += 2
      if (sign === 'B' && this.#place === 'within a character') return BEFORE_MANY_BYTES
      return special === '' ? '' : this.#outside(special)
    }
    return this.#outside(literal(this.#character(rest)))
  }

  /** An escaped character. */
  #character(rest: string): string {
    const code = /^\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/.exec(rest)
    const octal = /^\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(rest)
    const [whole, character] = code
      ? [code[0], String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '', 16))]
      : octal
        ? [octal[0], String.fromCodePoint(Number.parseInt(octal[1] ?? '', 8))]
        : [`\\${firstOf(rest.slice(1))}`, CONTROLS[rest[1] ?? ''] ?? firstOf(rest.slice(1))]
    if (!code && !octal && /^\\[pPCA-Za-z]/.test(rest) && CONTROLS[rest[1] ?? ''] === undefined)
      throw new PatternUnknown(whole)
    this.#position += whole.length
    return character
  }

  #bracket(rest: string): string {
    const [opening = '['] = /^\[\^?/.exec(rest) ?? []
    this.#position += opening.length
    let made = ''
    for (let isFirst = true; this.#position < this.#pattern.length; isFirst = false) {
      const member = this.#pattern.slice(this.#position)
      if (member[0] === ']' && !isFirst) break
      made += this.#member(member)
    }
    this.#position += 1
    return `${opening}${made}]`
  }

  #member(member: string): string {
    const named = /^\[:(\^?)(\w+):\]/.exec(member)
    if (named) {
      const listed = NAMED[named[2] ?? '']
      if (named[1] === '^' || listed === undefined) throw new PatternUnknown(named[0])
      this.#position += named[0].length
      return listed
    }
    if (member[0] === '\\') {
      const cls = CLASSES[member[1] ?? '']
      if (cls !== undefined) {
        this.#position += 2
        return cls
      }
      if (/^\\[DSWpPQE]/.test(member)) throw new PatternUnknown(member.slice(0, 2))
      return coded(this.#character(member))
    }
    const whole = firstOf(member)
    this.#position += whole.length
    return whole === '-' ? '-' : coded(whole)
  }
}

function withFlags(flags: Flags, set: string): Flags {
  const [on = '', off = ''] = set.split('-')
  if (off.includes('i')) throw new PatternUnknown(`(?${set})`)
  const isSet = (flag: 's' | 'm') => (flags[flag] || on.includes(flag)) && !off.includes(flag)
  return { s: isSet('s'), m: isSet('m') }
}

/** The first code point, which may be two UTF-16 units. */
function firstOf(text: string): string {
  const code = text.codePointAt(0)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** A literal character. */
function literal(character: string): string {
  return /^[0-9A-Za-z ]$/.test(character) ? character : coded(character)
}

/** An escape by number is never a metacharacter. */
function coded(character: string): string {
  if (/^[0-9A-Za-z ]$/.test(character)) return character
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`
}
