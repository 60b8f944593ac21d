import { useAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { fillFromPanes, isComplete, nextQuestion, withArgument } from '#command-kit/arguments.ts'
import type { Where } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import { useCommandContext, useCommandKit } from '#command-kit/hooks.ts'
import type { QuestionPage } from '#command-kit/palette/palette-page.ts'
import type { PaletteRow, RowList } from '#command-kit/palette/palette-rows.ts'
import { CLOSED, paletteAtom } from '#command-kit/palette/palette-state.ts'
import { countUse, learntKey } from '#command-kit/usage.ts'

export interface PaletteActions {
  readonly choose: (row: PaletteRow, where: Where) => void
  /** What Tab does: completes a term, asks for the argument of a command, or lists the actions of a thing. */
  readonly asking: (row: PaletteRow | undefined) => (() => void) | undefined
  readonly goBack: () => void
}

/** `text` is the search whose rows are shown: a choice is learnt for it. */
export function usePaletteActions(
  page: QuestionPage | null,
  text: string,
  search: (text: string) => void,
): PaletteActions {
  const kit = useCommandKit()
  const context = useCommandContext('palette')
  const [{ where: asked }, setState] = useAtom(paletteAtom)

  /** Closed first, so that the focus is restored before the command moves it. */
  const closeAndRun = (invocation: Invocation, where: Where) => {
    setState(CLOSED)
    setTimeout(() => void kit.run(invocation, where, 'palette'))
  }
  const isAsking = (invocation: Invocation) => {
    const command = kit.registry.command(invocation.id)
    const filled = fillFromPanes(command, invocation, context).at(-1) ?? invocation
    return !isComplete(command, filled.args)
  }

  return {
    choose: (row, wanted) => {
      const where = wanted === 'beside' ? wanted : asked
      if (row.because !== undefined) return
      if (row.kind === 'completion') {
        search(row.text)
        return
      }
      if (row.kind === 'meaning') {
        if (where === 'beside') return closeAndRun(row.beside, where)
        setState(CLOSED)
        setTimeout(() => row.run.run(kit.store))
        return
      }
      if (text.trim() !== '') countUse(kit.store, kit.username, learntKey(text, row.key))
      if (row.kind === 'command') {
        if (isAsking(row.invocation)) context.palette.ask(row.invocation, where)
        else closeAndRun(row.invocation, where)
        return
      }
      countUse(kit.store, kit.username, row.key)
      if (page === null) {
        closeAndRun(row.source.toInvocation(row.row.value), where)
        return
      }
      const next = withArgument(page.invocation, page.question, row.row.value)
      if (isComplete(kit.registry.command(next.id), next.args)) {
        closeAndRun(next, where)
      } else {
        setState((state) => ({ ...state, pages: [...state.pages, next] }))
      }
    },
    asking: (row) => {
      if (row?.kind === 'completion') return () => search(row.text)
      if (row?.kind === 'meaning') return () => closeAndRun(row.tab.invocation, asked)
      if (row?.kind === 'choice' && page === null && row.because === undefined) {
        const { value, title } = row.row
        return () => setState((state) => ({ ...state, thing: { kind: row.source.kind, value, title } }))
      }
      if (row?.kind !== 'command' || row.because !== undefined) return undefined
      const { invocation } = row
      const question = nextQuestion(kit.registry.command(invocation.id), invocation.args)
      return question && (() => context.palette.ask(invocation, asked))
    },
    goBack: () =>
      setState((state) => ({ ...state, pages: state.pages.slice(0, -1), ...(page === null && { thing: null }) })),
  }
}

interface ListKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The cursor's new index for a key; undefined for other keys. */
export function moveCursor(event: ListKey, active: number, count: number, page: number): number | undefined {
  if (count === 0 || event.altKey) return undefined
  const last = count - 1
  const toEnds = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ArrowDown':
      return event.metaKey ? last : Math.min(active + 1, last)
    case 'ArrowUp':
      return event.metaKey ? 0 : Math.max(active - 1, 0)
    case 'PageDown':
      return Math.min(active + page, last)
    case 'PageUp':
      return Math.max(active - page, 0)
    // Without Ctrl they move the text cursor.
    case 'Home':
      return toEnds ? 0 : undefined
    case 'End':
      return toEnds ? last : undefined
    default:
      return undefined
  }
}

interface AwaitedChoice {
  readonly isAwaited: boolean
  /** After Enter: typing cancels the choice. */
  readonly awaitFirst: (where: Where) => void
}

interface Search {
  readonly text: string
  readonly rows: RowList
  /** Whether the first row can still change. */
  readonly isOpen: boolean
  /** Whether Enter was pressed before the field was rendered. */
  readonly isEntered: boolean
}

/** Remembers an Enter that preceded the list. */
export function useAwaitedChoice(
  { text, rows, isOpen, isEntered }: Search,
  choose: (row: PaletteRow, where: Where) => void,
): AwaitedChoice {
  const awaited = useRef<{ text: string; where: Where } | null>(isEntered ? { text, where: 'here' } : null)
  const [shown, setShown] = useState(isEntered ? text : null)
  if (shown !== null && shown !== text) setShown(null)
  useEffect(() => {
    const entered = awaited.current
    if (entered === null) return
    const row = entered.text === text ? rows.at(0) : undefined
    if (entered.text === text && isOpen) return
    awaited.current = null
    if (row) choose(row, entered.where)
  }, [text, rows, isOpen, choose])
  return {
    isAwaited: shown !== null,
    awaitFirst: (where) => {
      awaited.current = { text, where }
      setShown(text)
    },
  }
}

/** Remembers an Enter on a row that is not available yet, which the page may offer once it has loaded. */
export function useAwaitedRow(
  row: PaletteRow | undefined,
  choose: (row: PaletteRow, where: Where) => void,
): { readonly awaitRow: (where: Where) => void; readonly cancel: () => void } {
  const awaited = useRef<{ key: string; where: Where } | null>(null)
  useEffect(() => {
    const entered = awaited.current
    if (entered === null || row?.key !== entered.key || row.because !== undefined) return
    awaited.current = null
    choose(row, entered.where)
  }, [row, choose])
  return {
    awaitRow: (where) => {
      awaited.current = row ? { key: row.key, where } : null
    },
    cancel: () => {
      awaited.current = null
    },
  }
}
