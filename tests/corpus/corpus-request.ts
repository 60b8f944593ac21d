/** The accounts of the synthetic data, one that reads two collections, and requests without a session. */
export const ACCOUNTS = ['admin', 'researcher', 'newcomer', 'partial'] as const
export type Account = (typeof ACCOUNTS)[number]

export interface CorpusRequest {
  readonly as: Account | 'anonymous'
  readonly method: string
  /** Below the API prefix, or a whole path where `isPage` is set. `<name>` is a saved value. */
  readonly path: string
  /** Sent as JSON, or as it is where it is a text. `"<name>"` is a saved value. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Names under which fields of the response are saved: `{ download: '0.download_id' }`. */
  readonly saves?: Readonly<Record<string, string>>
  /** Computes a value from those saved before the request is sent. */
  readonly computes?: readonly [name: string, value: (saved: ReadonlyMap<string, string | number>) => string]
  /** Whether the path is one of the front end rather than of the API. */
  readonly isPage?: boolean
  /** Repeats the request until its response matches; the last response is recorded. */
  readonly until?: RegExp
}

/** Requests that are sent in order to one started product. */
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
