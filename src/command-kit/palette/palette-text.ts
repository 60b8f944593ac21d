import type { ArgumentSource } from '#command-kit/argument-source.ts'
import type { Mode } from '#command-kit/palette/palette-rows.ts'

export interface Prefix {
  readonly mode: Mode
  /** The typed prefix. */
  readonly text: string
  readonly label: string
}

/** Prefixes that restrict a search. */
export function prefixesOf(sources: readonly ArgumentSource[]): readonly Prefix[] {
  return [
    { mode: 'commands', text: '>', label: 'Commands' },
    ...sources.map(({ kind, prefix, label }): Prefix => ({ mode: kind, text: `${prefix} `, label })),
    { mode: 'help', text: '?', label: 'Help' },
  ]
}

/** Removes a typed prefix from the text. */
export function takePrefix(text: string, prefixes: readonly Prefix[]): { mode: Mode; text: string } | null {
  const prefix = prefixes.find((candidate) => text.toLowerCase().startsWith(candidate.text))
  return prefix ? { mode: prefix.mode, text: text.slice(prefix.text.length).trimStart() } : null
}
