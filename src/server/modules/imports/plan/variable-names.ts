import { VARIABLE_NAME_MAX } from '#domain/limits.ts'

/** A column without a variable name. */
export interface ColumnToName {
  readonly instrument: string
  readonly originalName: string
  /** On a clash, columns of the participants' table keep their bare name. */
  readonly isParticipants: boolean
}

/**
 * A valid variable name: upper case, letters, digits and underscores, at most 48 characters, no leading digit. The
 * fallback is "V".
 */
export function validName(original: string): string {
  const upper = original.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const isValid = /^[A-Z0-9_]*$/.test(upper)
  const letters = isValid ? upper : upper.replaceAll(/[^A-Z0-9]+/g, '_').replaceAll(/^_|_$/g, '')
  const name = /[A-Z0-9]/.test(letters) ? letters : 'V'
  return (/^\d/.test(name) ? `_${name}` : name).slice(0, VARIABLE_NAME_MAX)
}

/**
 * Names the variables in the given order. On a clash a name gets its form's name as prefix, and then a number: _2, _3 …
 */
export function assignNames(columns: readonly ColumnToName[], taken: ReadonlySet<string> = new Set()): string[] {
  const instruments = new Map<string, Set<string>>()
  for (const { originalName, instrument } of columns) {
    const name = validName(originalName)
    instruments.set(name, (instruments.get(name) ?? new Set()).add(instrument))
  }
  const requests = columns.map((column, index) => {
    const bare = validName(column.originalName)
    const isFree = !taken.has(bare)
    if (isFree && column.isParticipants) return { index, name: bare, rank: 0 }
    if (isFree && instruments.get(bare)?.size === 1) return { index, name: bare, rank: 1 }
    return { index, name: validName(`${column.instrument}_${column.originalName}`), rank: 2 }
  })
  // Bare names first, so that no prefixed name takes one of them.
  const used = new Set(taken)
  const named = requests
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ index, name }) => {
      const unique = numbered(name, used)
      used.add(unique)
      return { index, unique }
    })
  return named.toSorted((a, b) => a.index - b.index).map(({ unique }) => unique)
}

function numbered(base: string, used: ReadonlySet<string>): string {
  if (!used.has(base)) return base
  for (let number = 2; ; number++) {
    const suffix = `_${number}`
    const name = base.slice(0, VARIABLE_NAME_MAX - suffix.length) + suffix
    if (!used.has(name)) return name
  }
}
