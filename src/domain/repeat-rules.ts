import { REPEATS, type Repeat } from '#domain/import-words.ts'

/** Which of a person's rows of a table are kept, and by which column they are ordered; null is the order of the file. */
export interface RepeatRule {
  readonly way: Repeat
  readonly orderBy: string | null
}

/** The rule of the tables named (in lower case, without ending), and of all others. */
export interface RepeatRules {
  readonly everywhere: RepeatRule | null
  readonly byTable: ReadonlyMap<string, RepeatRule>
}

export const NO_REPEATS: RepeatRules = { everywhere: null, byTable: new Map() }

/** Reads `last`, `first:DATE` or `ae=wide,visits=last:DATE`. Null if it is not of that form. */
export function readRepeatRules(text: string): RepeatRules | null {
  let everywhere: RepeatRule | null = null
  const byTable = new Map<string, RepeatRule>()
  for (const part of text.split(',')) {
    const [, table = '', word = '', column = ''] = /^\s*(?:([^=]+)=)?\s*([a-z]+)\s*(?::\s*(.+?))?\s*$/.exec(part) ?? []
    const way = REPEATS.find((known) => known === word)
    const name = table.trim().toLowerCase()
    if (way === undefined || (name === '' ? everywhere !== null : byTable.has(name))) return null
    const rule = { way, orderBy: column === '' ? null : column }
    if (name === '') everywhere = rule
    else byTable.set(name, rule)
  }
  return { everywhere, byTable }
}
