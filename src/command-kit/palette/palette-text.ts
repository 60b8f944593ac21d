import type { ArgumentSource } from '#command-kit/argument-source.ts'
import type { Mode } from '#command-kit/palette/palette-rows.ts'

export interface Prefix {
  readonly mode: Mode
  /** What one types for it. */
  readonly text: string
  readonly label: string
}

/** What may stand before a search to narrow it. */
export function prefixesOf(sources: readonly ArgumentSource[]): readonly Prefix[] {
  return [
    { mode: 'commands', text: '>', label: 'Commands' },
    ...sources.map(({ kind, prefix, label }): Prefix => ({ mode: kind, text: `${prefix} `, label })),
    { mode: 'help', text: '?', label: 'Help' },
  ]
}

/** Takes a prefix off the text, once it is typed. */
export function takePrefix(text: string, prefixes: readonly Prefix[]): { mode: Mode; text: string } | null {
  const prefix = prefixes.find((candidate) => text.toLowerCase().startsWith(candidate.text))
  return prefix ? { mode: prefix.mode, text: text.slice(prefix.text.length).trimStart() } : null
}
