import * as v from 'valibot'
import type { PaletteRow, RowList, SourceRows } from '#command-kit/palette/palette-rows.ts'
import { choiceOption, type CommandRow } from '#command-kit/palette/palette-rows.ts'
import { storedForUser } from '#command-kit/stored-for-user.ts'

/** The keys of the rows that a user pinned, in the order of pinning. */
export const pinsAtom = storedForUser<readonly string[]>('palette-pins', v.array(v.string()), [])

/** The pins with one more, or without it where it is one. */
export function withPin(pins: readonly string[], key: string): readonly string[] {
  return pins.includes(key) ? pins.filter((pin) => pin !== key) : [...pins, key]
}

/** Rows before anything is typed: the pinned ones, whatever they are, then the commands. */
export function pinnedFirst(
  pins: readonly string[],
  commands: readonly CommandRow[],
  sources: readonly SourceRows[],
): RowList {
  if (pins.length === 0) return commands
  const pinned = pins.flatMap((pin): PaletteRow[] => {
    const command = commands.find(({ key }) => key === pin)
    if (command) return [command]
    return sources.flatMap(({ source, rows }) => {
      const row = pin.startsWith(`${source.kind}:`)
        ? rows.find(({ value }) => pin === `${source.kind}:${value}`)
        : undefined
      return row ? [choiceOption(source, row)] : []
    })
  })
  return [...pinned, ...commands.filter(({ key }) => !pins.includes(key))]
}
