/** Synthetic accounts, one that reads two collections, and anonymous requests. */
export const ACCOUNTS = ['admin', 'researcher', 'newcomer', 'partial'] as const
export type Account = (typeof ACCOUNTS)[number]

export interface CorpusRequest {
  readonly as: Account | 'anonymous'
  readonly method: string
  readonly path: string
  /** JSON, or verbatim for a text. `"<name>"` is a saved value. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Names under which fields of the response are saved: `{ download: '0.download_id' }`. */
  readonly saves?: Readonly<Record<string, string>>
  /** Computes a value from saved values before the request. */
  readonly computes?: readonly [name: string, value: (saved: ReadonlyMap<string, string | number>) => string]
  /** Whether the path belongs to the front end, not the API. */
  readonly isPage?: boolean
  /** Repeats the request until its response matches; the last one is recorded. */
  readonly until?: RegExp
}

/** Requests sent in order to one product. */
export interface Scenario {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  readonly requests: readonly CorpusRequest[]
}

type Options = Omit<CorpusRequest, 'as' | 'method' | 'path' | 'body'>

export function get(as: CorpusRequest['as'], path: string, options: Options = {}): CorpusRequest {
  return { as, method: 'GET', path, ...options }
}

export function post(as: CorpusRequest['as'], path: string, body: unknown, options: Options = {}): CorpusRequest {
  return { as, method: 'POST', path, body, ...options }
}

export function remove(as: CorpusRequest['as'], path: string): CorpusRequest {
  return { as, method: 'DELETE', path }
}
