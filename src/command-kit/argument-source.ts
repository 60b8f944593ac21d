import type { Atom } from 'jotai'
import type { ComponentType } from 'react'
import type { Call } from '#api/result.ts'
import type { ArgumentKind, ArgumentValue, Invocation } from '#command-kit/declaration.ts'
import type { VariableFacts } from '#domain/search/variable-query.ts'

/** A choice for an argument. */
export interface ChoiceRow {
  readonly value: ArgumentValue
  readonly title: string
  readonly detail?: string
  /** Shown at the right: a size, a date. */
  readonly note?: string
  /** The reason why it is disabled. */
  readonly because?: string
  /** Searched instead of title and detail; already folded. */
  readonly words?: string
  /** Compared with the terms of a query; rows without facts match no term. */
  readonly facts?: VariableFacts
}

export type ChoiceState =
  | { readonly status: 'loading' }
  | { readonly status: 'error'; readonly message: string; readonly retry?: () => void }
  /** Rows in their usual order. The array keeps its identity, because the cache of folded words is keyed by it. */
  | { readonly status: 'ready'; readonly rows: readonly ChoiceRow[] }

/** Minimum letters of a remote search; debounced by so many milliseconds. */
export const SEARCHED_FROM = 2
export const SEARCHED_AFTER = 300

export interface SearchPorts {
  readonly call: Call
  readonly signal: AbortSignal
}

/** All things of one kind: list, search, preview and open. */
export interface ArgumentSource {
  readonly kind: ArgumentKind
  /** Plural label: "Cohorts". */
  readonly label: string
  /** A letter that, with a blank, restricts the search to this kind. */
  readonly prefix: string
  readonly rows: Atom<ChoiceState>
  /** The command that a choice runs without a pending command. */
  readonly toInvocation: (value: ArgumentValue) => Invocation
  /** Searches the server for things beyond the rows; best first. */
  readonly search?: (text: string, ports: SearchPorts) => Promise<readonly ChoiceRow[]>
  /** The page that shows all results of a search. */
  readonly page?: { readonly name: string; readonly toInvocation: (text: string) => Invocation }
  readonly Preview?: ComponentType<{ value: ArgumentValue }>
}
