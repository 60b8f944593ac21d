import { useEffect, useState } from 'react'
import { SEARCHED_AFTER, SEARCHED_FROM, type ArgumentSource, type ChoiceRow } from '#command-kit/argument-source.ts'
import type { ArgumentKind } from '#command-kit/declaration.ts'
import { useCommandContext, useCommandKit } from '#command-kit/hooks.ts'

type FoundByKind = ReadonlyMap<ArgumentKind, readonly ChoiceRow[]>

export interface PaletteSearch {
  readonly found: FoundByKind
  readonly isSearching: boolean
}

const NOTHING: FoundByKind = new Map()

/**
 * What those sources find that have more than their lists: asked once the text stands still, given up when it changes,
 * and never shown for another text.
 */
export function usePaletteSearch(kind: ArgumentKind | 'all' | 'none', text: string): PaletteSearch {
  const { sources } = useCommandKit()
  const { call } = useCommandContext('palette')
  const wanted = text.trim()
  const asked = `${kind} ${wanted}`
  const [answer, setAnswer] = useState({ asked: '', found: NOTHING, pending: 0 })
  const searched = sources.filter((source) => source.search !== undefined && (kind === 'all' || kind === source.kind))
  const isWorthIt = kind !== 'none' && wanted.length >= SEARCHED_FROM && searched.length > 0

  useEffect(() => {
    if (!isWorthIt) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const ask = async ({ kind: found, search }: ArgumentSource) => {
      const rows = (await search?.(wanted, { call, signal }).catch(() => [])) ?? []
      if (signal.aborted) return
      setAnswer((before) => ({ ...before, found: new Map(before.found).set(found, rows), pending: before.pending - 1 }))
    }
    const timer = setTimeout(() => {
      const matching = sources.filter((source) => source.search && (kind === 'all' || kind === source.kind))
      setAnswer({ asked, found: NOTHING, pending: matching.length })
      for (const source of matching) void ask(source)
    }, SEARCHED_AFTER)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [sources, call, kind, wanted, asked, isWorthIt])

  if (!isWorthIt) return { found: NOTHING, isSearching: false }
  const isAnswered = answer.asked === asked
  return { found: isAnswered ? answer.found : NOTHING, isSearching: !isAnswered || answer.pending > 0 }
}
