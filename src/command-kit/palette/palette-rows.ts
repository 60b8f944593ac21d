import type { ArgumentSource, ChoiceRow } from '#command-kit/argument-source.ts'
import { fillFromPanes, isComplete, questionsOf, withArgument } from '#command-kit/arguments.ts'
import { commandView, reasonOf } from '#command-kit/availability.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { invocationOf, type ArgumentKind, type Invocation, type KeyBinding } from '#command-kit/declaration.ts'
import type { CommandKit } from '#command-kit/kit.tsx'
import type { Language, Meaning } from '#command-kit/language.ts'
import type { ScoredText } from '#command-kit/palette/command-match.ts'
import type { PaletteThing } from '#command-kit/palette/palette-state.ts'
import type { Registry } from '#command-kit/registry.ts'
import { scoreOf, type Usage } from '#command-kit/usage.ts'
import type { CommandId } from '#commands/signatures.ts'

export type CommandPlace = 'Here' | 'Create' | 'Go to' | 'More commands'

export interface CommandRow extends ScoredText {
  readonly kind: 'command'
  readonly key: string
  readonly invocation: Invocation
  readonly help: string
  readonly seqs: readonly string[]
  /** Where an empty query lists it. */
  readonly place: CommandPlace
  readonly because?: string | undefined
}

export interface ChoiceOption {
  readonly kind: 'choice'
  readonly key: string
  readonly source: ArgumentSource
  readonly row: ChoiceRow
  readonly because?: string | undefined
}

/** Completes the term that is being typed; the palette stays open. */
export interface CompletionRow {
  readonly kind: 'completion'
  readonly key: string
  /** The completed term. */
  readonly title: string
  readonly detail?: string | undefined
  readonly note?: string | undefined
  /** The completed search. */
  readonly text: string
  readonly help?: undefined
  readonly section?: undefined
  readonly because?: undefined
}

/** The meaning of the whole text in a language. */
export interface MeaningRow extends Meaning {
  readonly kind: 'meaning'
  readonly key: string
  readonly Preview: Language['Preview']
  readonly because?: undefined
}

export type PaletteRow = CommandRow | ChoiceOption | CompletionRow | MeaningRow

/** A titled part of the list; `start` is the index of its first row. */
interface ListSection {
  readonly title: string
  readonly start: number
}

/** An ordered list of rows, such as an array. Thousands of rows are created lazily, when visible. */
export interface RowList {
  readonly length: number
  readonly at: (index: number) => PaletteRow | undefined
  readonly sections?: readonly ListSection[]
}

/** The rows of sections in order; an empty section is left out, and a row is listed in its first section only. */
export function inSections(parts: readonly (readonly [title: string, rows: readonly PaletteRow[]])[]): RowList {
  const sections: ListSection[] = []
  const rows = new Map<string, PaletteRow>()
  for (const [title, part] of parts) {
    const start = rows.size
    for (const row of part) if (!rows.has(row.key)) rows.set(row.key, row)
    if (rows.size > start) sections.push({ title, start })
  }
  const list = [...rows.values()]
  return { length: list.length, at: (index) => list[index], sections }
}

/** What the root page lists: everything, commands, help, or one kind of things. */
export type Mode = 'all' | 'commands' | 'help' | 'language' | ArgumentKind

/** Keys that only work in a dialog are not offered after the palette closes. */
function isForDialogs(keys: readonly KeyBinding[] = []): boolean {
  return keys.length > 0 && keys.every(({ scope }) => scope === 'dialog')
}

const OPENS_PALETTE: CommandId = 'palette.open'

/** Keywords of all route commands. */
const ROUTE_KEYWORDS = ['go to', 'open', 'show']

/** Sections of commands that move the focus, which are used too often to be worth a place. */
export const NAVIGATION_SECTIONS: ReadonlySet<string> = new Set(['Lists', 'Panes', 'Drawings'])

function placeOf(registry: Registry, context: CommandContext, id: CommandId): CommandPlace {
  const command = registry.command(id)
  const { source, workspace } = context
  const subject = workspace.subject()
  const isOfPane = workspace.paneAction(id) !== undefined && !NAVIGATION_SECTIONS.has(command.section)
  // Copies of a picture are asked for by name.
  if (isOfPane && command.section !== 'Pictures') return 'Here'
  if (subject !== undefined) {
    const focused = { source, workspace: { ...workspace, subjects: () => [subject], rows: () => [] } }
    if (fillFromPanes(command, invocationOf(id, {}), focused).length > 1) return 'Here'
  }
  if (command.keywords?.includes('create') === true) return 'Create'
  return command.kind === 'route' && isComplete(command, {}) ? 'Go to' : 'More commands'
}

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
      place: placeOf(registry, context, id),
      because: reasonOf(availability),
    }
  })
}

/** The commands that take a thing as an argument, with it; the one that opens it comes first. */
export function commandsOf(
  { registry, contextFor, sources, store, boundKeys }: CommandKit,
  { kind, value }: PaletteThing,
): readonly CommandRow[] {
  const context = contextFor('palette')
  const opening = sources.find((source) => source.kind === kind)?.toInvocation(value).id
  return commandRows(registry, context, store.get(boundKeys).seqsOf)
    .flatMap((row) => {
      const command = registry.command(row.invocation.id)
      const question = questionsOf(command).find((one) => one.kind === kind)
      if (question === undefined) return []
      const invocation = withArgument(invocationOf(row.invocation.id, {}), question, value)
      const { availability } = commandView(registry, context, invocation)
      return { ...row, invocation, because: reasonOf(availability) }
    })
    .toSorted((one, other) => Number(other.invocation.id === opening) - Number(one.invocation.id === opening))
}

/** A list of rows below others. */
export function rowsBelow(above: readonly PaletteRow[], aboveTitle: string, rows: RowList, title: string): RowList {
  const count = above.length
  if (count === 0) return rows
  const sections = rows.sections ?? (rows.length === 0 ? [] : [{ title, start: 0 }])
  return {
    length: count + rows.length,
    at: (index) => above[index] ?? rows.at(index - count),
    sections: [
      { title: aboveTitle, start: 0 },
      ...sections.map((section) => ({ ...section, start: section.start + count })),
    ],
  }
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

export interface SourceRows {
  readonly source: ArgumentSource
  readonly rows: readonly ChoiceRow[]
  /** Whether more rows will follow. */
  readonly isLoading: boolean
  /** Results of the server search. */
  readonly more?: readonly ChoiceRow[] | undefined
}

/** Available commands first, the most used ones first. */
export function commandsByUse(rows: readonly CommandRow[], usage: Usage, now: number): readonly CommandRow[] {
  const isUnavailable = ({ because }: CommandRow) => (because === undefined ? 0 : 1)
  return rows.toSorted(
    (one, other) =>
      isUnavailable(one) - isUnavailable(other) || scoreOf(usage, other.key, now) - scoreOf(usage, one.key, now),
  )
}
