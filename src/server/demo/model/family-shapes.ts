export interface Place {
  readonly father: number | null
  readonly mother: number | null
  readonly sex: 'F' | 'M' | null
  /** The twin's position and type: twins share sex and age. */
  readonly twin: { readonly of: number; readonly isIdentical: boolean } | null
  /** Kinship with the proband in eighths. */
  readonly kinship: number
  /** Years older than the proband: minimum and maximum. */
  readonly older: readonly [least: number, most: number]
  /** Not examined: only links other members. */
  readonly isPlaceholder: boolean
}

export interface FamilyShape {
  readonly weight: number
  /** Whether the proband may be a child. */
  readonly suitsChild: boolean
  readonly probandAge: readonly [least: number, most: number]
  readonly places: readonly Place[]
}

interface Relatives {
  readonly weight: number
  readonly age: readonly [number, number]
  readonly parents?: 'seen' | 'mother' | 'father' | 'unseen'
  readonly siblings?: number
  readonly twin?: 'identical' | 'other'
  readonly halfSiblings?: number
  readonly grandparents?: 1 | 2
  readonly uncles?: number
  readonly cousins?: number
  readonly children?: number
  readonly nephews?: number
  readonly grandchildren?: number
}

const SHAPES: readonly Relatives[] = [
  { weight: 300, age: [18, 66] },
  { weight: 40, age: [18, 44], parents: 'mother' },
  { weight: 24, age: [18, 44], parents: 'father' },
  { weight: 100, age: [16, 42], parents: 'seen' },
  { weight: 90, age: [16, 44], parents: 'seen', siblings: 1 },
  { weight: 62, age: [18, 48], parents: 'mother', siblings: 1 },
  { weight: 80, age: [20, 60], parents: 'unseen', siblings: 1 },
  { weight: 42, age: [20, 58], parents: 'unseen', siblings: 2 },
  { weight: 46, age: [16, 44], parents: 'seen', siblings: 2 },
  { weight: 22, age: [18, 44], parents: 'seen', siblings: 3 },
  { weight: 18, age: [14, 40], parents: 'seen', twin: 'identical' },
  { weight: 20, age: [14, 40], parents: 'seen', twin: 'other', siblings: 1 },
  { weight: 24, age: [12, 36], parents: 'seen', halfSiblings: 1 },
  { weight: 16, age: [12, 36], parents: 'mother', siblings: 1, halfSiblings: 2 },
  { weight: 26, age: [38, 62], children: 1 },
  { weight: 26, age: [40, 62], children: 2 },
  { weight: 14, age: [42, 56], parents: 'mother', siblings: 1, children: 2 },
  { weight: 12, age: [14, 30], parents: 'seen', siblings: 2, grandparents: 1 },
  { weight: 10, age: [14, 28], parents: 'seen', siblings: 1, grandparents: 2, uncles: 2 },
  { weight: 9, age: [14, 28], parents: 'seen', siblings: 3, grandparents: 1, uncles: 2, cousins: 3 },
  { weight: 7, age: [44, 56], parents: 'seen', siblings: 3, children: 3, nephews: 3 },
  { weight: 5, age: [16, 28], parents: 'seen', siblings: 4, grandparents: 2, uncles: 3, cousins: 6 },
  { weight: 4, age: [50, 56], parents: 'seen', siblings: 4, children: 4, nephews: 4, grandchildren: 3 },
  { weight: 3, age: [50, 56], parents: 'seen', siblings: 6, children: 6, nephews: 7, grandchildren: 5 },
]

/** Family shapes, from a single individual to thirty individuals in four generations. */
export const FAMILY_SHAPES: readonly FamilyShape[] = SHAPES.map(shapeOf)

function shapeOf(relatives: Relatives): FamilyShape {
  const places: Place[] = []
  const add = (place: Partial<Place> & Pick<Place, 'kinship' | 'older'>): number => {
    places.push({ father: null, mother: null, sex: null, twin: null, isPlaceholder: false, ...place })
    return places.length
  }
  add({ kinship: 8, older: [0, 0] })
  const ancestors = addAncestors(relatives, add)
  const [proband] = places
  if (proband) places[0] = { ...proband, ...ancestors.parents }
  addGeneration(relatives, ancestors, add, places)
  const { weight, age } = relatives
  return { weight, suitsChild: (relatives.children ?? 0) === 0, probandAge: age, places }
}

type Add = (place: Partial<Place> & Pick<Place, 'kinship' | 'older'>) => number
type Couple = Pick<Place, 'father' | 'mother'>

function addAncestors({ parents, grandparents }: Relatives, add: Add): { parents: Couple; grandparents: Couple } {
  const none: Couple = { father: null, mother: null }
  if (!parents) return { parents: none, grandparents: none }
  const elders = grandparents
    ? {
        father: add({ sex: 'M', kinship: 2, older: [56, 64], isPlaceholder: grandparents === 1 }),
        mother: add({ sex: 'F', kinship: 2, older: [54, 62] }),
      }
    : none
  const isUnseen = (parent: 'father' | 'mother') => parents !== 'seen' && parents !== parent
  const father = add({ sex: 'M', kinship: 4, older: [25, 36], isPlaceholder: isUnseen('father') })
  const mother = add({ sex: 'F', kinship: 4, older: [24, 33], isPlaceholder: isUnseen('mother'), ...elders })
  return { parents: { father, mother }, grandparents: elders }
}

function addGeneration(
  relatives: Relatives,
  { parents, grandparents }: { parents: Couple; grandparents: Couple },
  add: Add,
  places: Place[],
): void {
  const { twin, siblings = 0, halfSiblings = 0, uncles = 0, cousins = 0 } = relatives
  if (twin) {
    const isIdentical = twin === 'identical'
    add({ ...parents, twin: { of: 1, isIdentical }, kinship: isIdentical ? 8 : 4, older: [0, 0] })
  }
  const brethren = times(siblings, () => add({ ...parents, kinship: 4, older: [-5, 5] }))
  if (halfSiblings > 0) {
    const father = add({ sex: 'M', kinship: 0, older: [22, 34], isPlaceholder: true })
    times(halfSiblings, () => add({ father, mother: parents.mother, kinship: 2, older: [-9, -5] }))
  }
  const aunts = times(uncles, () => add({ ...grandparents, sex: 'F', kinship: 2, older: [24, 32] }))
  if (cousins > 0) {
    const father = add({ sex: 'M', kinship: 0, older: [24, 34], isPlaceholder: true })
    times(cousins, (count) =>
      add({ father, mother: aunts[count % 2 === 0 ? 0 : 1] ?? null, kinship: 1, older: [-5, 2] }),
    )
  }
  addDescendants(relatives, brethren, add, places)
}

function addDescendants(relatives: Relatives, brethren: readonly number[], add: Add, places: Place[]): void {
  const { children = 0, nephews = 0, grandchildren = 0 } = relatives
  const fatherless = (mother: number, isPlaceholder: boolean): Couple => {
    const place = places[mother - 1]
    if (place) places[mother - 1] = { ...place, sex: 'F' }
    return { father: add({ sex: 'M', kinship: 0, older: [-2, 8], isPlaceholder }), mother }
  }
  if (children > 0) {
    const couple = fatherless(1, false)
    const own = times(children, () => add({ ...couple, kinship: 4, older: [-27, -21] }))
    const [eldest] = own
    if (grandchildren > 0 && eldest !== undefined) {
      const place = places[eldest - 1]
      if (place) places[eldest - 1] = { ...place, sex: 'F', older: [-23, -21] }
      const father = add({ sex: 'M', kinship: 0, older: [-24, -18], isPlaceholder: true })
      times(grandchildren, () => add({ father, mother: eldest, kinship: 2, older: [-48, -42] }))
    }
  }
  const [sister] = brethren
  if (nephews > 0 && sister !== undefined) {
    const couple = fatherless(sister, true)
    times(nephews, () => add({ ...couple, kinship: 2, older: [-34, -28] }))
  }
}

function times(count: number, make: (index: number) => number): number[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
