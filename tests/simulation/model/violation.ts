/** A broken rule, with the operations that show it. */
export interface Violation {
  readonly rule: Rule
  readonly lines: readonly string[]
}

/** The rules of a correct server. */
export const RULES = [
  'no acknowledged save is lost',
  'no phantom save',
  'a key takes effect once',
  'the audit log is whole',
  'a session ends',
  'a session lasts',
  'a password is the one set last',
  'the store is consistent',
  'every request ends',
  'every error is handled',
] as const
export type Rule = (typeof RULES)[number]
