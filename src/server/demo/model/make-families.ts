import * as v from 'valibot'
import { COLLECTIONS, STUDIES } from '#server/demo/model/collections.ts'
import { FAMILY_SHAPES } from '#server/demo/model/family-shapes.ts'
import { below, bits, keyOf } from '#server/demo/model/noise.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

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
    shape.places.map((place, at) => {
      const { father, mother, sex, twin, kinship, older, isPlaceholder } = place
      const twinKind = twin === null ? 0 : twin.isIdentical ? 1 : 2
      const sexOf = twin?.isIdentical === true ? twin.of : at + 1
      const sexText = sex === null ? 'NULL' : `'${sex}'`
      const row = [index + 1, at + 1, father, mother, sexText, sexOf, twinKind, kinship, ...older, isPlaceholder]
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
