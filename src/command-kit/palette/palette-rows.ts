import type { CommandId } from '#commands/signatures.ts'
import type { ArgumentSource, ChoiceRow } from '#command-kit/argument-source.ts'
import { commandView, reasonOf } from '#command-kit/availability.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { invocationOf, type ArgumentKind, type Invocation, type KeyBinding } from '#command-kit/declaration.ts'
import {
  PREFIX_TIER,
  SUBSEQUENCE_TIER,
  tiersFor,
  usageBonus,
  type ScoredText,
} from '#command-kit/palette/command-scoring.ts'
import type { Registry } from '#command-kit/registry.ts'
import { rankRows, withMore } from '#command-kit/row-ranking.ts'
import { foldText } from '#domain/text.ts'
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

/** An ordered list of rows, such as an array. Thousands of rows are created lazily, when visible. */
export interface RowList {
  readonly length: number
  readonly at: (index: number) => PaletteRow | undefined
}

/** What the root page lists: everything, commands, help, or one kind of things. */
export type Mode = 'all' | 'commands' | 'help' | ArgumentKind

/** Keys that only work in a dialog are not offered after the palette closes. */
function isForDialogs(keys: readonly KeyBinding[] = []): boolean {
  return keys.length > 0 && keys.every(({ scope }) => scope === 'dialog')
}

const OPENS_PALETTE: CommandId = 'palette.open'

/** Keywords of all route commands. */
const ROUTE_KEYWORDS = ['go to', 'open', 'show']

/** All visible commands with their availability. */
export function commandRows(
  registry: Registry,
  context: CommandContext,
  seqsOf: (id: CommandId) => readonly string[],
): readonly CommandRow[] {
  return registry.ids.flatMap((id) => {
    const invocation = invocationOf(id, {})
    const command = registry.command(id)
    if (id === OPENS_PALETTE || isForDialogs(command.keys)) return []
    const { title, isVisible, availability } = commandView(registry, context, invocation)
    if (!isVisible) return []
    return {
      kind: 'command' as const,
      key: `command:${id}`,
      invocation,
      title,
      section: command.section,
      keywords: [...(command.keywords ?? []), ...(command.kind === 'route' ? ROUTE_KEYWORDS : [])],
      help: command.help,
      seqs: seqsOf(id),
      because: reasonOf(availability),
    }
  })
}

/** A choice as a row. */
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
      return { row, tier, score: tier + usageBonus(scoreOf(usage, row.key, now)) }
    })
    .filter(({ tier }) => tier > 0)
    .toSorted((one, other) => groupOf(one) - groupOf(other) || other.score - one.score)
}

/** Order of groups: available commands, unavailable ones, subsequence matches. */
function groupOf({ row, tier }: Ranked): number {
  return (tier <= SUBSEQUENCE_TIER ? 2 : 0) + (row.because === undefined ? 0 : 1)
}

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
  /** Whether more rows will follow. */
  readonly isLoading: boolean
  /** Results of the server search. */
  readonly more?: readonly ChoiceRow[] | undefined
}

const BEST_FEW = 5

/**
 * The root page: names with the query as prefix, commands before things; then other commands and the best things of
 * each kind; then unavailable commands and subsequence matches. While things load, a subsequence match is never first,
 * because Enter would run it.
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
  const wanted = foldText(text.trim())
  const things = sources.flatMap(({ source, rows, more }) =>
    withMore(rankRows(rows, text, BEST_FEW), more, BEST_FEW).map((row) => choiceOption(source, row)),
  )
  const isBegun = ({ row, because }: ChoiceOption) => because === undefined && foldText(row.title).startsWith(wanted)
  const commandsWhere = (isWanted: (one: Ranked) => boolean) =>
    found.filter((one) => one.tier > SUBSEQUENCE_TIER && isWanted(one)).map(({ row }) => row)
  const better = [
    ...commandsWhere(({ row, tier }) => row.because === undefined && tier >= PREFIX_TIER),
    ...things.filter(isBegun),
    ...commandsWhere(({ row, tier }) => row.because === undefined && tier < PREFIX_TIER),
    ...things.filter((thing) => !isBegun(thing)),
    ...commandsWhere(({ row }) => row.because !== undefined),
  ]
  if (better.length === 0 && sources.some(({ isLoading }) => isLoading)) return better
  return [...better, ...found.filter(({ tier }) => tier <= SUBSEQUENCE_TIER).map(({ row }) => row)]
}
