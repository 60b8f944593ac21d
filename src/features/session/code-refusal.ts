import type { Failure } from '#api/result.ts'

const NOT_SIGNED_IN = 401

/** What a login says of the second factor's code, where it was refused for that alone; null where for anything else. */
export function codeRefusal({ status, issues }: Failure): string | null {
  return (status === NOT_SIGNED_IN && issues.find(({ path }) => path === 'code')?.message) || null
}
