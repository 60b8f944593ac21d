/** What an access token may do, never more than its account. */
export const TOKEN_SCOPES = ['catalog', 'counts', 'write', 'download'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

export const SCOPE_WORDS: Readonly<Record<TokenScope, string>> = {
  catalog: 'search and read variables',
  counts: 'read saved cohorts, variables and sets, and count individuals',
  write: 'save, edit and delete',
  download: 'download rows of data, and see single individuals',
}

/** Begins each token, so that scanners of secrets find one in a file. */
export const TOKEN_PREFIX = 'diver_'
