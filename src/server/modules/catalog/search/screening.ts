const SCREENING = '_EVER'

export function isScreening(name: string): boolean {
  return name.endsWith(SCREENING)
}

/** A detail and its screening question, by their places. */
export interface Detail {
  readonly place: number
  readonly screening: number
}

/**
 * The variables with a screening question: the longest part of the name, up to an underscore, that is a name by itself
 * or with `_EVER`. Both names have the prefix of the form's version, so that no other version is meant.
 */
export function detailsOf(names: readonly string[]): readonly Detail[] {
  const placeOf = new Map(names.map((name, place) => [name, place]))
  return names.flatMap((name, place) => {
    for (let end = name.lastIndexOf('_'); end > 0; end = name.lastIndexOf('_', end - 1)) {
      const part = name.slice(0, end)
      const screening = placeOf.get(part + SCREENING) ?? placeOf.get(part)
      if (screening !== undefined && screening !== place) return { place, screening }
    }
    return []
  })
}
