import { atom, useAtom, useAtomValue, useStore } from 'jotai'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import {
  type ArgumentSource,
  type ChoiceRow,
  type ChoiceState,
  SEARCHED_AFTER,
  SEARCHED_FROM,
} from '#command-kit/argument-source.ts'
import { contextAtom } from '#command-kit/availability.ts'
import type { ArgumentKind } from '#command-kit/declaration.ts'
import { useCommandContext, useCommandKit } from '#command-kit/hooks.ts'
import { LANGUAGE_PREFIX, languageAtom, type Language, type LanguageState } from '#command-kit/language.ts'
import { withoutAnswers, type QuestionPage } from '#command-kit/palette/palette-page.ts'
import { suggestedRows, pinsAtom } from '#command-kit/palette/palette-pins.ts'
import type * as paletteRanking from '#command-kit/palette/palette-ranking.ts'
import {
  choiceList,
  commandRows,
  commandsByUse,
  commandsOf,
  inSections,
  rowsBelow,
  type Mode,
  type PaletteRow,
  type RowList,
} from '#command-kit/palette/palette-rows.ts'
import type { PaletteThing } from '#command-kit/palette/palette-state.ts'
import { foldAhead, rankRows } from '#command-kit/row-ranking.ts'
import { recentKeys, usageAtom } from '#command-kit/usage.ts'

export interface PaletteRows {
  readonly rows: RowList
  /** Whether search results are still loading. */
  readonly isLoading: boolean
  readonly isSearching: boolean
  /** Whether the first row can still change: Enter waits. A command, or a name that begins with the words, stays first. */
  readonly isFirstOpen: boolean
  /** The error message of a term of the search. */
  readonly problem: string | null
  /** State of the page's single source; undefined with commands in the list. */
  readonly only: { readonly source: ArgumentSource; readonly state: ChoiceState } | undefined
}

const NO_ROWS: readonly ChoiceRow[] = []

function rowsOf(state: ChoiceState | undefined): readonly ChoiceRow[] {
  return state?.status === 'ready' ? state.rows : NO_ROWS
}

interface PalettePlace {
  readonly page: QuestionPage | null
  /** The thing whose actions are listed. */
  readonly thing: PaletteThing | null
  readonly mode: Mode
}

/** The rows of the palette for a page, a mode and a text. */
export function usePaletteRows({ page, thing, mode }: PalettePlace, text: string): PaletteRows {
  const kit = useCommandKit()
  const { workspace, capabilities } = useCommandContext('palette')
  const usage = useAtomValue(usageAtom(kit.username))
  const pins = useAtomValue(pinsAtom(kit.username))
  const [now] = useState(() => Date.now())
  const ranking = useRanking()
  const commandsAtom = useMemo(
    () =>
      contextAtom(
        kit,
        (context) => commandRows(kit.registry, context, context.store.get(kit.boundKeys).seqsOf),
        null,
        'palette',
      ),
    [kit],
  )
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

  const isLanguageMode = mode === 'language' && page === null
  const language = useAtomValue(languageAtom)
  const isFree = mode === 'all' && page === null && thing === null
  const isLikely = isFree && language?.isLikely(text) === true
  const isUnread = isFree && language === undefined && text.startsWith(LANGUAGE_PREFIX)
  const meant = useLanguage(text, isLanguageMode || isLikely)

  const kind = page?.source.kind ?? mode
  const only = useMemo(() => {
    const found = states.find(({ source }) => source.kind === kind)
    return found && page ? { ...found, state: withoutAnswers(kit, page, found.state) } : found
  }, [states, kind, page, kit])
  const { found, isSearching } = usePaletteSearch(
    only?.source.kind ?? (mode === 'all' && thing === null ? 'all' : 'none'),
    ranking?.searchedText(text) ?? text,
  )
  const sources = useMemo(
    () =>
      states.map(({ source, state }) => ({
        source,
        rows: rowsOf(state),
        isLoading: state.status === 'loading',
        more: found.get(source.kind),
      })),
    [states, found],
  )
  const named = useMemo((): RowList => {
    if (isLanguageMode || isUnread) return NOT_NAMED
    const isEmpty = text.trim() === ''
    if (thing !== null && page === null) {
      const actions = commandsOf(kit, thing)
      if (isEmpty) return inSections([[`Actions of ${thing.title}`, actions]])
      return ranking?.rankCommands(actions, { text, usage, now }) ?? []
    }
    if (only && isEmpty) {
      const { source, state } = only
      if (ranking === null) return []
      return choiceList(source, ranking.suggestedFirst(source, rowsOf(state), workspace.subjects(), usage, pins, now))
    }
    if (mode !== 'all' && !only && isEmpty) return commandsByUse(commands, usage, now)
    if (isEmpty) return suggestedRows(pins, recentKeys(usage), commandsByUse(commands, usage, now), sources)
    const typed = { text, usage, now }
    if (only) {
      const kept = rowsOf(only.state)
      if (ranking === null) return choiceList(only.source, rankRows(kept, text))
      const { source, state } = only
      const listed = { source, rows: kept, isLoading: state.status === 'loading', more: found.get(source.kind) }
      return ranking.rankOne(listed, sources, typed)
    }
    if (ranking === null) return []
    return mode === 'all' ? ranking.rankAll(commands, sources, typed) : ranking.rankCommands(commands, typed)
  }, [
    only,
    mode,
    isLanguageMode,
    isUnread,
    commands,
    sources,
    found,
    text,
    usage,
    pins,
    now,
    workspace,
    ranking,
    kit,
    page,
    thing,
  ])
  const isMeant = meant !== null && (isLanguageMode || meant.state.isMeant)
  const rows = useMemo(
    () => (isMeant ? rowsBelow(meant.rows, language?.label ?? '', named, '') : named),
    [isMeant, meant, named, language],
  )
  const searched = only ? [only] : mode === 'all' && thing === null ? states : []
  const isLoading = searched.some(({ state }) => state.status === 'loading')
  const problem = isMeant
    ? meant.state.problem
    : (ranking?.problemOf(only?.source.kind ?? mode, text, sources, capabilities) ?? null)
  const first = rows.at(0)
  const isFirstOpen = isSearching && first?.kind === 'choice' && ranking?.isNamedBy(first, text) !== true
  const isPending =
    isLoading || (rows.length === 0 && (isUnread || (isLanguageMode ? meant === null : ranking === null)))
  return { rows, only, isSearching, isFirstOpen, problem, isLoading: isPending }
}

type Ranking = typeof paletteRanking

const rankingAtom = atom<Ranking | null>(null)

/** Loaded right after the palette, because only typed words need it; null until then. */
function useRanking(): Ranking | null {
  const [ranking, setRanking] = useAtom(rankingAtom)
  useEffect(() => {
    // A failed load is repeated when the palette opens again.
    void import('#command-kit/palette/palette-ranking.ts').then(setRanking, () => undefined)
  }, [setRanking])
  return ranking
}

const NOT_NAMED: RowList = { length: 0, at: () => undefined }

interface Meant {
  readonly state: LanguageState
  readonly rows: readonly PaletteRow[]
}

const loadedLanguageAtom = atom<Language | null>(null)
const NO_STATE = atom(null)

/** A text in the palette's language; null until its code is loaded, and for another text. */
function useLanguage(text: string, isRead: boolean): Meant | null {
  const source = useAtomValue(languageAtom)
  const [language, setLanguage] = useAtom(loadedLanguageAtom)
  const isWanted = isRead && source !== null && source !== undefined
  useEffect(() => {
    // A failed load is repeated with the next text.
    if (isWanted) void source.load().then(setLanguage, () => undefined)
  }, [isWanted, source, setLanguage])
  const store = useStore()
  useLayoutEffect(() => {
    if (isWanted && language !== null) store.set(language.text, text)
  }, [isWanted, language, store, text])
  const state = useAtomValue<LanguageState | null>(isWanted && language !== null ? language.state : NO_STATE)
  return useMemo(() => {
    if (language === null || state === null || state.text !== text) return null
    const { meaning, completions } = state
    const completed = completions.map((completion): PaletteRow => ({
      kind: 'completion',
      key: `typed:${completion.text}`,
      ...completion,
    }))
    const whole: readonly PaletteRow[] =
      meaning === null ? [] : [{ kind: 'meaning', key: 'typed:meaning', Preview: language.Preview, ...meaning }]
    return { state, rows: [...whole, ...completed] }
  }, [language, state, text])
}

type FoundByKind = ReadonlyMap<ArgumentKind, readonly ChoiceRow[]>

interface PaletteSearch {
  readonly found: FoundByKind
  readonly isSearching: boolean
}

const NOTHING: FoundByKind = new Map()

/** Server searches of the sources: debounced, aborted on change, and never shown for another text. */
function usePaletteSearch(kind: ArgumentKind | 'all' | 'none', text: string): PaletteSearch {
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
