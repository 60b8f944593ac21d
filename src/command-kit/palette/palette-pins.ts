import * as v from 'valibot'
import type { PaletteRow, RowList, SourceRows } from '#command-kit/palette/palette-rows.ts'
import { choiceOption, type CommandRow } from '#command-kit/palette/palette-rows.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'

export const pinsAtom = userStorageAtom<readonly string[]>('palette-pins', v.array(v.string()), [])

/** Toggles a pin. */
export function withPin(pins: readonly string[], key: string): readonly string[] {
  return pins.includes(key) ? pins.filter((pin) => pin !== key) : [...pins, key]
}

const RECENT_SHOWN = 6
/** Sections of navigation commands, which are not listed as recent. */
const NAVIGATION_SECTIONS: ReadonlySet<string> = new Set(['Lists', 'Panes', 'Drawings'])

/** Rows for an empty query: pinned, recent, then all commands. */
export function pinnedFirst(
  pins: readonly string[],
  used: readonly string[],
  commands: readonly CommandRow[],
  sources: readonly SourceRows[],
): RowList {
  if (pins.length === 0 && used.length === 0) return commands
  const rowOf = (key: string) => commands.find((command) => command.key === key) ?? thingOf(key, sources)
  const pinned = pins.flatMap((key) => rowOf(key) ?? [])
  const recent = used
    .filter((key) => !pins.includes(key))
    .flatMap((key) => rowOf(key) ?? [])
    .filter((row) => row.because === undefined && !(row.kind === 'command' && NAVIGATION_SECTIONS.has(row.section)))
    .slice(0, RECENT_SHOWN)
  const shown = new Set([...pinned, ...recent].map(({ key }) => key))
  return [...pinned, ...recent, ...commands.filter(({ key }) => !shown.has(key))]
}

function thingOf(key: string, sources: readonly SourceRows[]): PaletteRow | undefined {
  for (const { source, rows } of sources) {
    if (!key.startsWith(`${source.kind}:`)) continue
    const row = rows.find(({ value }) => key === `${source.kind}:${value}`)
    if (row) return choiceOption(source, row)
  }
  return undefined
}
