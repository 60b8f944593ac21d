import type { Atom } from 'jotai'
import type { ComponentType } from 'react'
import type { Call } from '#api/result.ts'
import type { ArgumentKind, ArgumentValue, Invocation } from '#command-kit/declaration.ts'

/** One thing that may be chosen for an argument. */
export interface ChoiceRow {
  readonly value: ArgumentValue
  readonly title: string
  readonly detail?: string
  /** A short fact at the right: a size, a date. */
  readonly note?: string
  /** Why it cannot be chosen now. */
  readonly because?: string
  /** What a search sees instead of title and detail, folded already. */
  readonly words?: string
}

export type ChoiceState =
  | { readonly status: 'loading' }
  | { readonly status: 'error'; readonly message: string; readonly retry?: () => void }
  /** Rows in their usual order; the same array as long as they are the same, since folded words are kept by it. */
  | { readonly status: 'ready'; readonly rows: readonly ChoiceRow[] }

/** What only a search finds is asked for once a text of so many letters stood still for so many milliseconds. */
export const SEARCHED_FROM = 2
export const SEARCHED_AFTER = 300

export interface SearchPorts {
  readonly call: Call
  readonly signal: AbortSignal
}

/** All things of one kind, as the palette lists, searches, previews and opens them. */
export interface ArgumentSource {
  readonly kind: ArgumentKind
  /** What the things are called: "Cohorts". */
  readonly label: string
  /** The letter that, with a blank, searches these alone. */
  readonly prefix: string
  readonly rows: Atom<ChoiceState>
  /** What choosing one runs when no command asked for it. */
  readonly toInvocation: (value: ArgumentValue) => Invocation
  /** Asks for what the rows do not find by themselves; the best first. */
  readonly search?: (text: string, ports: SearchPorts) => Promise<readonly ChoiceRow[]>
  readonly Preview?: ComponentType<{ value: ArgumentValue }>
}
