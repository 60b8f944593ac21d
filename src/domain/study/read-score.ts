import { readName } from '#domain/expressions/parse-condition.ts'
import { TokenCursor } from '#domain/expressions/token-cursor.ts'
import { ProblemError } from '#domain/expressions/tokens.ts'
import { FORMULA_LENGTH_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { formulaVariables } from '#domain/scores/formula.ts'
import { readFormula } from '#domain/scores/read-formula.ts'
import { readDescription } from '#domain/study/read-description.ts'
import type { ScoreNode } from '#domain/study/study-tree.ts'
import { DECLARATION_WORDS } from '#domain/study/study.ts'

/** A score and the end of its declaration. A formula has signs of its own, and ends where a declaration begins. */
export function readScore(text: string, cursor: TokenCursor, from: number): { node: ScoreNode; end: number } {
  const name = readName(cursor, 'The name of a score', { kind: 'other' })
  cursor.requireSign('=')
  const start = cursor.end
  const stop = endOfFormula(text, start)
  const written = text.slice(start, stop).replaceAll(COMMENTS, (part) => (part.startsWith('#') ? blanks(part) : part))
  if (written.trimEnd().length > FORMULA_LENGTH_MAX) {
    const message = `A formula has at most ${formatCount(FORMULA_LENGTH_MAX)} characters.`
    throw new ProblemError({ from: start, to: stop }, message)
  }
  const read = readFormula(written)
  if ('fault' in read) {
    const place = Math.min(start + read.fault.offset, text.length)
    throw new ProblemError({ from: place, to: place }, read.fault.message)
  }
  const to = start + written.trimEnd().length
  const after = new TokenCursor(text, stop)
  const description = readDescription(after)
  const span = { from, to: after.end > stop ? after.end : to }
  const variables = formulaVariables(read.formula).map((variable) => ({ text: variable, from: start, to }))
  return {
    node: { kind: 'score', name, formula: read.formula, variables, description, ...span },
    end: span.to,
  }
}

const COMMENTS = /'[^']*'|#[^\n]*/gu

function blanks(part: string): string {
  return ' '.repeat(part.length)
}

const PARTS = /'[^']*'|#[^\n]*|[\p{L}\p{N}_]+|\s+|./gsu
const NEXT_WORDS: ReadonlySet<string> = new Set([...DECLARATION_WORDS, 'description'])
const BEGINS_NAME = /(?:[ \t]+[\p{L}\p{N}_]|\s*["“])/uy

/** Where a word begins a declaration or a description: a name follows, which follows no other in a formula. */
function endOfFormula(text: string, from: number): number {
  PARTS.lastIndex = from
  for (let part = PARTS.exec(text); part !== null; part = PARTS.exec(text)) {
    if (!NEXT_WORDS.has(part[0].toLowerCase())) continue
    BEGINS_NAME.lastIndex = PARTS.lastIndex
    if (BEGINS_NAME.test(text)) return part.index
  }
  return text.length
}
