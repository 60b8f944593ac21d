import { useEffect, useRef, useState } from 'react'
import type { Where } from '#command-kit/context.ts'
import type { PaletteRow, RowList } from '#command-kit/palette/palette-rows.ts'

interface AwaitedChoice {
  readonly isAwaited: boolean
  /** After Enter: typing cancels the choice. */
  readonly awaitFirst: (where: Where) => void
}

interface Search {
  readonly text: string
  readonly rows: RowList
  readonly isLoading: boolean
  /** Whether Enter was pressed before the field was rendered. */
  readonly isEntered: boolean
}

/** Remembers an Enter that preceded the list. */
export function useAwaitedChoice(
  { text, rows, isLoading, isEntered }: Search,
  choose: (row: PaletteRow, where: Where) => void,
): AwaitedChoice {
  const awaited = useRef<{ text: string; where: Where } | null>(isEntered ? { text, where: 'here' } : null)
  const [shown, setShown] = useState(isEntered ? text : null)
  if (shown !== null && shown !== text) setShown(null)
  useEffect(() => {
    const entered = awaited.current
    if (entered === null) return
    const row = entered.text === text ? rows.at(0) : undefined
    if (entered.text === text && row === undefined && isLoading) return
    awaited.current = null
    if (row) choose(row, entered.where)
  }, [text, rows, isLoading, choose])
  return {
    isAwaited: shown !== null,
    awaitFirst: (where) => {
      awaited.current = { text, where }
      setShown(text)
    },
  }
}
