import * as v from 'valibot'
import { COLLECTIONS, STUDIES } from '#server/demo/model/collections.ts'
import { below, bits, keyOf } from '#server/demo/model/noise.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

interface Place {
  readonly father: number | null
  readonly mother: number | null
  readonly sex: 'F' | 'M' | null
  /** The twin's position and type: twins share sex and age. */
  readonly twin: { readonly position: number; readonly isIdentical: boolean } | null
  /** Kinship with the proband in eighths. */
  readonly kinship: number
  /** Years older than the proband: minimum and maximum. */
  readonly older: readonly [least: number, most: number]
  /** Not examined: only links other members. */
  readonly isPlaceholder: boolean
}

interface FamilyShape {
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
const FAMILY_SHAPES: readonly FamilyShape[] = SHAPES.map(shapeOf)

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
    add({ ...parents, twin: { position: 1, isIdentical }, kinship: isIdentical ? 8 : 4, older: [0, 0] })
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
    const offspring = times(children, () => add({ ...couple, kinship: 4, older: [-27, -21] }))
    const [eldest] = offspring
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

const SHAPE_SEED = 'demo data, 1'
/** Families are created until the next one exceeds the total; the rest are singletons. */
const SMALLEST_MEAN_SIZE = 2.4

/**
 * Creates the tables of families and of members, with the given total. The first families go to one study each, so that
 * every study has one; families are complete.
 */
export async function makeFamilies(connection: Connection, schema: string, individuals: number): Promise<void> {
  await insertShapes(connection, schema)
  const key = keyOf('family_no')
  await connection.run(`
    CREATE TABLE ${schema}.drawn AS
    WITH numbered AS (
      SELECT range::INTEGER AS family_no, ${bits(keyOf('range'), `${SHAPE_SEED}/family`)} AS bits
      FROM range(1, ${Math.ceil(individuals / SMALLEST_MEAN_SIZE) + STUDIES.length})
    ), placed AS (
      SELECT *, CASE WHEN family_no <= ${STUDIES.length} THEN family_no
        ELSE ${studyOf('(bits % 1000)::INTEGER', below(1_000_000, key, `${SHAPE_SEED}/study`))} END AS study_no
      FROM numbered
    )
    SELECT family_no, study_no, shape_no, places FROM placed
    JOIN ${schema}.study USING (study_no)
    JOIN ${schema}.shape ON has_children = for_children AND (bits >> 10) % 100000 >= low AND (bits >> 10) % 100000 < high`)
  await connection.run(`
    CREATE TABLE ${schema}.family AS
    WITH counted AS (SELECT *, sum(places) OVER (ORDER BY family_no) AS so_far FROM ${schema}.drawn)
    SELECT family_no, study_no, shape_no, places AS family_size FROM counted WHERE so_far <= ${individuals}`)
  await addLeftOver(connection, schema, individuals)
}

/** SQL: the study for a per mille, which decides the collection, and a uniform number within it. */
function studyOf(thousandth: string, chance: string): string {
  let families = 0
  let studies = 0
  const cases = COLLECTIONS.map((collection) => {
    families += collection.families
    const first = studies + 1
    studies += collection.studies
    return `WHEN ${thousandth} < ${families} THEN ${first} + ${chance} % ${collection.studies}`
  })
  return `CASE ${cases.join(' ')} END`
}

async function insertShapes(connection: Connection, schema: string): Promise<void> {
  const studies = STUDIES.map(
    (study) => `(${study.studyNo}, '${study.studyId}', '${study.collection.code}', ${study.collection.hasChildren})`,
  )
  await connection.run(`CREATE TABLE ${schema}.study AS
    SELECT * FROM (VALUES ${studies.join(', ')}) AS t(study_no, study_id, collection, has_children)`)
  const shapes = [false, true].flatMap((forChildren) => {
    const suitable = FAMILY_SHAPES.map((shape) => (forChildren && !shape.suitsChild ? 0 : shape.weight))
    const total = suitable.reduce((sum, weight) => sum + weight, 0)
    let low = 0
    return FAMILY_SHAPES.map((shape, index) => {
      const high = low + (suitable[index] ?? 0)
      const bounds = [low, high].map((bound) => Math.round((bound * 100_000) / total))
      low = high
      return `(${index + 1}, ${forChildren}, ${shape.places.length}, ${bounds.join(', ')}, ${shape.probandAge.join(', ')})`
    })
  })
  await connection.run(`CREATE TABLE ${schema}.shape AS
    SELECT * FROM (VALUES ${shapes.join(', ')}) AS t(shape_no, for_children, places, low, high, age_least, age_most)`)
  const places = FAMILY_SHAPES.flatMap((shape, index) =>
    shape.places.map((place, nth) => {
      const { father, mother, sex, twin, kinship, older, isPlaceholder } = place
      const twinKind = twin === null ? 0 : twin.isIdentical ? 1 : 2
      const sexOf = twin?.isIdentical === true ? twin.position : nth + 1
      const sexText = sex === null ? 'NULL' : `'${sex}'`
      const row = [index + 1, nth + 1, father, mother, sexText, sexOf, twinKind, kinship, ...older, isPlaceholder]
      return `(${row.map((value) => value ?? 'NULL').join(', ')})`
    }),
  )
  await connection.run(`CREATE TABLE ${schema}.place AS SELECT * FROM (VALUES ${places.join(', ')})
    AS t(shape_no, place_no, father_place, mother_place, sex, sex_of, twin, kinship, older_least, older_most, is_placeholder)`)
}

async function addLeftOver(connection: Connection, schema: string, individuals: number): Promise<void> {
  const Sums = v.object({ members: v.number(), families: v.number() })
  const [sums] = await rowsOf(
    connection,
    Sums,
    `SELECT sum(family_size)::INTEGER AS members, max(family_no)::INTEGER AS families FROM ${schema}.family`,
  )
  const members = sums?.members ?? 0
  const families = sums?.families ?? 0
  // The last studies are those of the controls.
  const study = `${STUDIES.length} - (range % ${COLLECTIONS.at(-1)?.studies ?? 1})::INTEGER`
  await connection.run(`INSERT INTO ${schema}.family
    SELECT ${families} + range::INTEGER, ${study}, 1, 1 FROM range(1, ${individuals - members + 1})`)
}
