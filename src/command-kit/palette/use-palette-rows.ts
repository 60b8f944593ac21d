import { atom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { ArgumentSource, ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import { useCommandContext, useCommandKit } from '#command-kit/hooks.ts'
import { foldAhead } from '#command-kit/folded-rows.ts'
import { suggestedFirst, type QuestionPage } from '#command-kit/palette/palette-page.ts'
import {
  choiceList,
  commandRows,
  rankAll,
  rankCommands,
  type Mode,
  type RowList,
} from '#command-kit/palette/palette-rows.ts'
import { rankRows } from '#command-kit/row-ranking.ts'
import { usageAtom } from '#command-kit/usage.ts'
import { contextAtom } from '#command-kit/watched-store.ts'

export interface PaletteRows {
  readonly rows: RowList
  /** How the page's only source stands; undefined where there are commands as well. */
  readonly only: { readonly source: ArgumentSource; readonly state: ChoiceState } | undefined
}

const NO_ROWS: readonly ChoiceRow[] = []

function rowsOf(state: ChoiceState | undefined): readonly ChoiceRow[] {
  return state?.status === 'ready' ? state.rows : NO_ROWS
}

/** What the palette lists for a page, a mode and a text. */
export function usePaletteRows(page: QuestionPage | null, mode: Mode, text: string): PaletteRows {
  const kit = useCommandKit()
  const { workspace } = useCommandContext('palette')
  const usage = useAtomValue(usageAtom(kit.username))
  const [now] = useState(() => Date.now())
  const commandsAtom = useMemo(() => contextAtom(kit, (context) => commandRows(kit.registry, context)), [kit])
  const statesAtom = useMemo(
    () => atom((get) => kit.sources.map((source) => ({ source, state: get(source.rows) }))),
    [kit],
  )
  const commands = useAtomValue(commandsAtom)
  const states = useAtomValue(statesAtom)

  useEffect(() => {
    const stops = states.map(({ state }) => foldAhead(rowsOf(state)))
    return () => {
      for (const stop of stops) stop()
    }
  }, [states])

  const kind = page?.source.kind ?? mode
  const only = states.find(({ source }) => source.kind === kind)
  const rows = useMemo((): RowList => {
    if (only) {
      const found = rankRows(rowsOf(only.state), text)
      const ordered = text.trim() === '' ? suggestedFirst(only.source, found, workspace.subjects(), usage, now) : found
      return choiceList(only.source, ordered)
    }
    if (mode !== 'all') return rankCommands(commands, text, usage, now)
    const sources = states.map(({ source, state }) => ({ source, rows: rowsOf(state) }))
    return rankAll(commands, sources, text, usage, now)
  }, [only, mode, commands, states, text, usage, now, workspace])
  return { rows, only }
}
