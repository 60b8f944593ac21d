import { commands } from '#commands/index.ts'
import type { CommandId } from '#commands/signatures.ts'
import { spokenKeys } from '#ui/key-names.ts'
import type { Run } from '#guide/page.ts'

export type TableRows = readonly (readonly (readonly Run[])[])[]

function isCommandId(id: string): id is CommandId {
  return Object.hasOwn(commands, id)
}

function commandOf(id: string) {
  if (!isCommandId(id)) throw new Error(`The guide speaks of a command that is not there: ${id}`)
  const { title, help, section, keys = [] } = commands[id]
  return { title, help, section, keys: keys.map(({ seq }) => spokenKeys(seq, false)) }
}

export function keysOf(id: string): string {
  const { keys } = commandOf(id)
  if (keys.length === 0) throw new Error(`The guide speaks of the keys of ${id}, which has none.`)
  return keys.join(' or ')
}

function rowOf(id: string): TableRows[number] {
  const { title, help, keys } = commandOf(id)
  const name: Run[] = typeof title === 'string' ? [{ text: `${title}. `, kind: 'strong' }] : []
  return [[{ text: keys.join(', '), kind: 'code' }], [...name, { text: help, kind: 'text' }]]
}

/** Commands with help and keys, from their declarations. */
export function keyTable(ids: readonly string[]): TableRows {
  return ids.map(rowOf)
}

export function allKeys(): readonly { readonly section: string; readonly rows: TableRows }[] {
  const withKeys = Object.keys(commands).filter((id) => commandOf(id).keys.length > 0)
  const sections = [...new Set(withKeys.map((id) => commandOf(id).section))]
  return sections.map((section) => ({
    section,
    rows: keyTable(withKeys.filter((id) => commandOf(id).section === section)),
  }))
}
