import type { TokenCursor } from '#domain/expressions/token-cursor.ts'

/** `description "…"` at the end of a declaration; empty without one. */
export function readDescription(cursor: TokenCursor): string {
  if (!cursor.takes('description')) return ''
  if (cursor.peek().kind !== 'quoted') cursor.expect('A text in quotation marks')
  return cursor.take().text
}
