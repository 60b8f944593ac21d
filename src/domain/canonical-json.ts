const LONE_SURROGATE = /\p{Surrogate}/u

/** Deeper values would exceed the stack. */
const LEVELS_MAX = 200

/**
 * The canonical form of a JSON value (RFC 8785, JCS): sorted keys, no blanks, numbers and texts as ECMAScript writes
 * them. Null for a value without one: a lone surrogate, a number that is not finite, or too many levels.
 */
export function canonicalJson(value: unknown, levels = LEVELS_MAX): string | null {
  if (levels === 0) return null
  if (typeof value === 'string') return LONE_SURROGATE.test(value) ? null : JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : null
  if (typeof value === 'boolean' || value === null) return String(value)
  if (Array.isArray(value))
    return joined(
      value.map((part) => canonicalJson(part, levels - 1)),
      '[',
      ']',
    )
  if (typeof value !== 'object') return null
  const members = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    // By UTF-16 code units, as the RFC requires.
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => {
      const [key, text] = [canonicalJson(name), canonicalJson(part, levels - 1)]
      return key === null || text === null ? null : `${key}:${text}`
    })
  return joined(members, '{', '}')
}

function joined(parts: readonly (string | null)[], open: string, close: string): string | null {
  return parts.includes(null) ? null : `${open}${parts.join(',')}${close}`
}
