import type { CommandId } from '#commands/signatures.ts'
import type { ArgumentSource, ChoiceRow } from '#command-kit/argument-source.ts'
import { commandView, reasonOf } from '#command-kit/availability.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { invocationOf, type ArgumentKind, type Invocation, type KeyBinding } from '#command-kit/declaration.ts'
import { GUESS, tiersFor, usageBonus, type ScoredText } from '#command-kit/palette/command-scoring.ts'
import type { Registry } from '#command-kit/registry.ts'
import { rankRows, withMore } from '#command-kit/row-ranking.ts'
import { scoreOf, type Usage } from '#command-kit/usage.ts'

export interface CommandRow extends ScoredText {
  readonly kind: 'command'
  readonly key: string
  readonly invocation: Invocation
  readonly help: string
  readonly seqs: readonly string[]
  readonly because?: string | undefined
}

export interface ChoiceOption {
  readonly kind: 'choice'
  readonly key: string
  readonly source: ArgumentSource
  readonly row: ChoiceRow
  readonly because?: string | undefined
}

export type PaletteRow = CommandRow | ChoiceOption

/** Rows in their order; an array is one. Rows by the thousand are made only when they come into sight. */
export interface RowList {
  readonly length: number
  readonly at: (index: number) => PaletteRow | undefined
}

/** What the root page lists: everything, or only commands, help, or things of one kind. */
export type Mode = 'all' | 'commands' | 'help' | ArgumentKind

/** What only works within a dialog is no use once the palette is closed. */
function isForDialogs(keys: readonly KeyBinding[] = []): boolean {
  return keys.length > 0 && keys.every(({ scope }) => scope === 'dialog')
}

/** All visible commands, each as it stands now. */
export function commandRows(
  registry: Registry,
  context: CommandContext,
  seqsOf: (id: CommandId) => readonly string[],
): readonly CommandRow[] {
  return registry.ids.flatMap((id) => {
    const invocation = invocationOf(id, {})
    const command = registry.command(id)
    if (isForDialogs(command.keys)) return []
    const { title, isVisible, availability } = commandView(registry, context, invocation)
    if (!isVisible) return []
    return {
      kind: 'command' as const,
      key: `command:${id}`,
      invocation,
      title,
      section: command.section,
      keywords: command.keywords ?? [],
      help: command.help,
      seqs: seqsOf(id),
      because: reasonOf(availability),
    }
  })
}

/** A thing to choose, as a row. */
export function choiceOption(source: ArgumentSource, row: ChoiceRow): ChoiceOption {
  return { kind: 'choice', key: `${source.kind}:${row.value}`, source, row, because: row.because }
}

export function choiceList(source: ArgumentSource, rows: readonly ChoiceRow[]): RowList {
  return {
    length: rows.length,
    at: (index) => {
      const row = rows[index]
      return row && choiceOption(source, row)
    },
  }
}

interface Ranked {
  readonly row: CommandRow
  readonly tier: number
  readonly score: number
}

function ranked(rows: readonly CommandRow[], text: string, usage: Usage, now: number): readonly Ranked[] {
  const tierOf = tiersFor(text)
  return rows
    .map((row) => {
      const tier = tierOf(row)
      // What cannot run stays in sight, after what can.
      const score = tier + usageBonus(scoreOf(usage, row.key, now)) - (row.because === undefined ? 0 : 0.49)
      return { row, tier, score }
    })
    .filter(({ tier }) => tier > 0)
    .toSorted((one, other) => other.score - one.score)
}

/** Commands that a text finds, the best first; all for an empty text, those much used first. */
export function rankCommands(
  rows: readonly CommandRow[],
  text: string,
  usage: Usage,
  now: number,
): readonly CommandRow[] {
  return ranked(rows, text, usage, now).map(({ row }) => row)
}

export interface SourceRows {
  readonly source: ArgumentSource
  readonly rows: readonly ChoiceRow[]
  /** Whether there will be other rows in a moment. */
  readonly isLoading: boolean
  /** What a search beyond the rows found. */
  readonly more?: readonly ChoiceRow[] | undefined
}

const BEST_FEW = 5

/**
 * The root page: commands, then the best few things of each kind, then commands that are only guessed at. A guess is
 * never first while things are loading: whoever types on without looking means one of them.
 */
export function rankAll(
  commands: readonly CommandRow[],
  sources: readonly SourceRows[],
  text: string,
  usage: Usage,
  now: number,
): readonly PaletteRow[] {
  const found = ranked(commands, text, usage, now)
  if (text.trim() === '') return found.map(({ row }) => row)
  const better = [
    ...found.filter(({ tier }) => tier > GUESS).map(({ row }) => row),
    ...sources.flatMap(({ source, rows, more }) =>
      withMore(rankRows(rows, text, BEST_FEW), more, BEST_FEW).map((row) => choiceOption(source, row)),
    ),
  ]
  if (better.length === 0 && sources.some(({ isLoading }) => isLoading)) return better
  return [...better, ...found.filter(({ tier }) => tier <= GUESS).map(({ row }) => row)]
}
