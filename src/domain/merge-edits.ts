/** Editable fields of a saved object. */
export interface Edited {
  readonly name: string
  readonly description: string
  readonly variables?: readonly string[]
}

interface Sides<Thing extends Edited> {
  /** The common base version. */
  readonly base: Thing
  /** The saved version. */
  readonly theirs: Thing
  readonly mine: Thing
}

/** Three-way merge; in a text conflict mine wins. */
export function merged<Thing extends Edited>({ base, theirs, mine }: Sides<Thing>): Thing {
  const text = (field: 'name' | 'description') => (mine[field] === base[field] ? theirs[field] : mine[field])
  return {
    ...mine,
    name: text('name'),
    description: text('description'),
    ...(mine.variables && { variables: mergedList(base.variables ?? [], theirs.variables ?? [], mine.variables) }),
  }
}

/** Applies my removals and additions to theirs. */
function mergedList(base: readonly string[], theirs: readonly string[], mine: readonly string[]): string[] {
  if (isSame(base, theirs)) return [...mine]
  const isTakenOut = (one: string) => base.includes(one) && !mine.includes(one)
  const putIn = mine.filter((one) => !base.includes(one) && !theirs.includes(one))
  return [...theirs.filter((one) => !isTakenOut(one)), ...putIn]
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, place) => item === other[place])
}

/** A field that differs between two versions, as texts to show. */
export interface Difference {
  readonly field: 'Name' | 'Description' | 'Variables'
  readonly theirs: string
  readonly mine: string
}

/** Differing fields. Variables: those of one version alone, or a different order. */
export function differencesOf(theirs: Edited, mine: Edited): Difference[] {
  const [one, other] = [theirs.variables ?? [], mine.variables ?? []]
  const [onlyTheirs, onlyMine] = [
    one.filter((name) => !other.includes(name)),
    other.filter((name) => !one.includes(name)),
  ]
  const isReordered = onlyTheirs.length + onlyMine.length === 0 && !isSame(one, other)
  return [
    ...(theirs.name === mine.name ? [] : [{ field: 'Name' as const, theirs: theirs.name, mine: mine.name }]),
    ...(theirs.description === mine.description
      ? []
      : [{ field: 'Description' as const, theirs: theirs.description, mine: mine.description }]),
    ...(isSame(one, other)
      ? []
      : [
          {
            field: 'Variables' as const,
            theirs: isReordered ? 'in another order' : withOnly(onlyTheirs),
            mine: isReordered ? 'in this order' : withOnly(onlyMine),
          },
        ]),
  ]
}

function withOnly(names: readonly string[]): string {
  return names.length === 0 ? '' : `also ${names.join(', ')}`
}
