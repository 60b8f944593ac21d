import * as v from 'valibot'
import {
  choiceOption,
  inSections,
  NAVIGATION_SECTIONS,
  type CommandPlace,
  type CommandRow,
  type PaletteRow,
  type RowList,
  type SourceRows,
} from '#command-kit/palette/palette-rows.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'

export const pinsAtom = userStorageAtom<readonly string[]>('palette-pins', v.array(v.string()), [])

/** Toggles a pin. */
export function withPin(pins: readonly string[], key: string): readonly string[] {
  return pins.includes(key) ? pins.filter((pin) => pin !== key) : [...pins, key]
}

const RECENT_SHOWN = 6

/** Rows for an empty query: pinned, of the focused pane, recent, then the other commands by what they do. */
export function suggestedRows(
  pins: readonly string[],
  used: readonly string[],
  commands: readonly CommandRow[],
  sources: readonly SourceRows[],
): RowList {
  const rowOf = (key: string) => commands.find((command) => command.key === key) ?? thingOf(key, sources)
  const isAvailable = ({ because }: PaletteRow) => because === undefined
  const availableIn = (place: CommandPlace) =>
    commands.filter((command) => command.place === place && isAvailable(command))
  const recent = used
    .filter((key) => !pins.includes(key))
    .flatMap((key) => rowOf(key) ?? [])
    .filter((row) => isAvailable(row) && !(row.kind === 'command' && NAVIGATION_SECTIONS.has(row.section)))
    .slice(0, RECENT_SHOWN)
  return inSections([
    ['Pinned', pins.flatMap((key) => rowOf(key) ?? [])],
    ['Here', availableIn('Here')],
    ['Recent', recent],
    ['Create', availableIn('Create')],
    ['Go to', availableIn('Go to')],
    ['More commands', availableIn('More commands')],
    ['Not available now', commands],
  ])
}

/** The row of a key among the things; undefined if it is not loaded. */
export function thingOf(key: string, sources: readonly SourceRows[]): PaletteRow | undefined {
  for (const { source, rows } of sources) {
    if (!key.startsWith(`${source.kind}:`)) continue
    const row = rows.find(({ value }) => key === `${source.kind}:${value}`)
    if (row) return choiceOption(source, row)
  }
  return undefined
}
