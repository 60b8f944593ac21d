import { atom, type Atom, type WritableAtom } from 'jotai'
import type { ComponentType } from 'react'
import type { Store } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'

/** The row of a whole text, and the acts of Enter, Shift+Enter and Tab. */
export interface Meaning {
  readonly title: string
  readonly detail: string
  readonly run: { readonly words: string; readonly run: (store: Store) => void }
  readonly beside: Invocation
  readonly tab: { readonly words: string; readonly invocation: Invocation }
}

export interface Completion {
  readonly title: string
  readonly detail?: string | undefined
  readonly note?: string | undefined
  /** The completed text. */
  readonly text: string
}

export interface LanguageState {
  /** The text of this state. */
  readonly text: string
  /** Whether the text belongs to the language without the prefix, too. */
  readonly isMeant: boolean
  readonly meaning: Meaning | null
  readonly completions: readonly Completion[]
  /** The error of the text. */
  readonly problem: string | null
}

/** A language that the palette reads, beside names of commands and things. */
export interface Language {
  readonly text: WritableAtom<string, [text: string], void>
  readonly state: Atom<LanguageState>
  /** The preview of the row of the meaning. */
  readonly Preview: ComponentType
}

/** A language before its code is loaded. */
export interface LanguageSource {
  readonly label: string
  /** Whether a text without the prefix may belong to it. */
  readonly isLikely: (text: string) => boolean
  readonly load: () => Promise<Language>
}

/** The first letter of a text in the language of the palette. */
export const LANGUAGE_PREFIX = '='

/** The language that the palette reads beside names; null without one, undefined until the app has loaded it. */
export const languageAtom = atom<LanguageSource | null | undefined>(undefined)
