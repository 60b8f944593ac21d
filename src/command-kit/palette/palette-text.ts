import { useAtom } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { ArgumentSource } from '#command-kit/argument-source.ts'
import { LANGUAGE_PREFIX, type LanguageSource } from '#command-kit/language.ts'
import type { Mode } from '#command-kit/palette/palette-rows.ts'
import { paletteAtom, takeEnter } from '#command-kit/palette/palette-state.ts'
import { foldText } from '#domain/text/text.ts'

export interface Prefix {
  readonly mode: Mode
  /** The typed prefix. */
  readonly text: string
  readonly label: string
}

/** Prefixes that restrict a search. */
export function prefixesOf(
  sources: readonly ArgumentSource[],
  language: LanguageSource | null | undefined,
): readonly Prefix[] {
  return [
    { mode: 'commands', text: '>', label: 'Commands' },
    ...sources.map(({ kind, prefix, label }): Prefix => ({ mode: kind, text: `${prefix} `, label })),
    ...(language ? [{ mode: 'language' as const, text: LANGUAGE_PREFIX, label: language.label }] : []),
    { mode: 'help', text: '?', label: 'Help' },
  ]
}

/** A letter and a blank. */
const PREFIX_LENGTH_MAX = 2

/** Removes a typed prefix from the text. */
export function takePrefix(text: string, prefixes: readonly Prefix[]): { mode: Mode; text: string } | null {
  // Full-width letters too.
  const begin = foldText(text.slice(0, PREFIX_LENGTH_MAX))
  const prefix = prefixes.find((candidate) => begin.startsWith(candidate.text))
  return prefix ? { mode: prefix.mode, text: text.slice(prefix.text.length).trimStart() } : null
}

export interface PaletteText {
  /** The field's text; during an IME composition more than the searched text. */
  readonly text: string
  readonly query: string
  readonly mode: Mode
  /** Whether Enter was pressed before the field was rendered. */
  readonly isEntered: boolean
  readonly prefixes: readonly Prefix[]
  readonly prefix: Prefix | undefined
  readonly type: (text: string, isComposing: boolean) => void
  readonly setMode: (mode: Mode) => void
  readonly dropPrefix: () => void
}

export function usePaletteText(
  sources: readonly ArgumentSource[],
  language: LanguageSource | null | undefined,
  hasPrefixes: boolean,
): PaletteText {
  const prefixes = useMemo(() => (hasPrefixes ? prefixesOf(sources, language) : []), [sources, language, hasPrefixes])
  const [{ typed: ahead }, setPalette] = useAtom(paletteAtom)
  const [begun] = useState(() => {
    const { text: typed, isEntered } = takeEnter(ahead)
    return { isEntered, ...(takePrefix(typed, prefixes) ?? { mode: 'all' as const, text: typed }) }
  })
  const [text, setText] = useState(begun.text)
  const [query, setQuery] = useState(begun.text)
  const [mode, setMode] = useState<Mode>(begun.mode)
  useEffect(() => {
    // The next page starts empty.
    if (ahead !== '') setPalette((palette) => ({ ...palette, typed: '' }))
  }, [ahead, setPalette])
  const [known, setKnown] = useState(prefixes)
  if (known !== prefixes) {
    // A language that is loaded later reads the text before it.
    setKnown(prefixes)
    const taken = mode === 'all' ? takePrefix(text, prefixes) : null
    if (taken) {
      setMode(taken.mode)
      setText(taken.text)
      setQuery(taken.text)
    }
  }
  const prefix = prefixes.find((candidate) => candidate.mode === mode)

  const search = (typed: string) => {
    const taken = mode === 'all' ? takePrefix(typed, prefixes) : null
    if (taken) setMode(taken.mode)
    setText(taken?.text ?? typed)
    setQuery(taken?.text ?? typed)
  }
  return {
    text,
    query,
    mode,
    isEntered: begun.isEntered,
    prefixes,
    prefix,
    type: (typed, isComposing) => (isComposing ? setText(typed) : search(typed)),
    setMode,
    dropPrefix: () => {
      const typed = prefix?.text.trim() ?? ''
      setMode('all')
      setText(typed)
      setQuery(typed)
    },
  }
}
