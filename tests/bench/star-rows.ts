import { cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { benchDatabase, startOnStudy } from '#tests/bench/bench-server.ts'
import { ask } from '#tests/bench/large-rows.ts'
import { BENCH_ACCOUNT, FORMS, largeStudyFile, VARIABLES_PER_FORM } from '#tests/bench/large-study.ts'
import { percentile, timings, type BenchRow } from '#tests/bench/report.ts'
import { conceptOf, makeStarSchema, type StudyColumn } from '#tests/bench/star-schema.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'
import { startPrivatePostgres, type PrivatePostgres } from '#tests/support/private-postgres.ts'

/** Of the study's 6,020 variables; all of them would take 80 GB as a star schema. */
const VARIABLES_IN_STAR = 280
const RUNS = 20
/** Warm-up rounds over all kinds: a server in use has compiled its code. */
const ROUNDS_BEFORE = 40
/** Median over the kinds of query: at least five times as fast as the star schema. */
const SHARE = 1 / 5

const [FIRST, SECOND] = [
  { form: 20, place: 3 },
  { form: 30, place: 4 },
] as const
/** The queried variables: two forms with many participants, three with fewer. */
const ASKED = [FIRST, SECOND, ...[25, 10, 35].map((form) => ({ form, place: 4 }))]
const VALUE = '1'

interface Kind {
  readonly name: string
  readonly ours: () => Promise<unknown>
  readonly star: string
}

/** Each kind of cohort query over HTTP, beside the same query on a star schema like i2b2's in PostgreSQL. */
export async function measureStar(): Promise<BenchRow[]> {
  const postgres = await startPrivatePostgres()
  try {
    const facts = await copyInto(postgres)
    console.log(`Star schema of ${VARIABLES_IN_STAR} variables: ${facts.toLocaleString('en')} facts.`)
    // A child process, like PostgreSQL.
    const server = await startOnStudy()
    try {
      const session = await signIn(server.url, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password)
      return await compare(await kindsOf(session, postgres), postgres)
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

async function copyInto(postgres: PrivatePostgres): Promise<number> {
  const { database, remove } = await benchDatabase(await largeStudyFile())
  try {
    return await database.withConnection(async (study) => {
      // All answers at once exceed the limit of a request.
      await study.run(`SET memory_limit = '8GB'`)
      return makeStarSchema(postgres, study, starColumns())
    })
  } finally {
    database.close()
    remove()
  }
}

function starColumns(): StudyColumn[] {
  const all = Array.from({ length: FORMS * VARIABLES_PER_FORM }, (_, index) => ({
    form: 1 + Math.floor(index / VARIABLES_PER_FORM),
    place: index % VARIABLES_PER_FORM,
  }))
  const asked = new Set(ASKED.map(conceptOf))
  const step = Math.floor(all.length / VARIABLES_IN_STAR)
  return [...ASKED, ...all.filter((column, index) => index % step === 0 && !asked.has(conceptOf(column)))]
}

async function compare(kinds: readonly Kind[], postgres: PrivatePostgres): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const shares: number[] = []
  for (let round = 0; round < ROUNDS_BEFORE; round++) for (const { ours } of kinds) await ours()
  for (const { name, ours, star } of kinds) {
    const value = percentile(await timings(RUNS, ours), 0.5)
    const reference = { name: 'star schema', value: percentile(await starTimes(postgres, star), 0.5) }
    shares.push(value / reference.value)
    rows.push({ what: `${name}, median`, value, budget: reference.value, unit: 'ms', reference })
  }
  const share = percentile(shares, 0.5)
  rows.push({ what: 'share of the star schema’s time, median over the kinds', value: share, budget: SHARE, unit: 'x' })
  return rows
}

/** Milliseconds by psql's \timing, after three discarded runs. */
async function starTimes(postgres: PrivatePostgres, query: string): Promise<number[]> {
  const runs = `${query};\n`.repeat(RUNS + 3)
  const output = await postgres.psql(`\\o /dev/null\n\\timing on\n${runs}`)
  return Array.from(output.matchAll(/^Time: ([\d.]+) ms/gm), ([, time]) => Number(time)).slice(3)
}

const ORIGIN = 'collection, consent, study_id, dx_nimh'
const has = ({ form, place }: StudyColumn, test: string) =>
  `EXISTS (SELECT 1 FROM observation_fact f WHERE f.patient_num = p.patient_num AND f.concept_cd = '${conceptOf({ form, place })}' AND ${test})`

async function kindsOf(session: ApiSession, postgres: PrivatePostgres): Promise<Kind[]> {
  const save = async (column: StudyColumn) => {
    const asked = { variable: conceptOf(column), constraint_type: 'EQ', constraint_value: VALUE }
    const draft = { cohort_type: 'subset' as const, parent_id: 1, name: conceptOf(column), ...asked }
    const id = valueOf(await session.call(cohortNew, draft)).new_cohort_id
    await postgres.psql(
      `INSERT INTO qt_patient_set_collection SELECT ${id}, patient_num FROM observation_fact
       WHERE concept_cd = '${conceptOf(column)}' AND tval_char = '${VALUE}'; ANALYZE qt_patient_set_collection`,
    )
    return id
  }
  const [one, other] = [await save(FIRST), await save(SECOND)]
  return [
    subset(session),
    several(session, 2),
    several(session, 5),
    sets(session, 'UNION', one, other),
    sets(session, 'INTERSECT', one, other),
    pedigree(session),
  ]
}

/** Matches, non-matches and unknowns by stratum. */
function subset(session: ApiSession): Kind {
  const asked = { variable: conceptOf(FIRST), constraint_type: 'EQ', constraint_value: VALUE }
  return {
    name: 'one constraint',
    ours: () => ask(session, cohortPreview.path, { parent_id: 1, cohort_type: 'subset', ...asked }),
    star: `SELECT ${ORIGIN}, f.tval_char = '${VALUE}', count(*) FROM patient_dimension p
      LEFT JOIN observation_fact f ON f.patient_num = p.patient_num AND f.concept_cd = '${conceptOf(FIRST)}'
      GROUP BY 1, 2, 3, 4, 5`,
  }
}

function several(session: ApiSession, count: number): Kind {
  const columns = ASKED.slice(0, count)
  const variables = columns.map(conceptOf)
  const constraints = variables.map((variable_name) => ({
    variable_name,
    constraint_type: 'EQ',
    constraint_value: VALUE,
  }))
  // A custom variable has two values and a default, so the star schema counts all three.
  const values = (['AND', 'OR'] as const).map((relationship) => ({
    name: relationship,
    definition: { relationship, constraints },
  }))
  const names = columns.map((_, place) => `has_${place}`)
  const tests = columns.map((column, place) => `${has(column, `f.tval_char = '${VALUE}'`)} AS has_${place}`)
  return {
    name: `${count === 2 ? 'two' : 'five'} constraints`,
    ours: () => ask(session, constructPreview.path, { construct_type: 'multiple', variables, values }),
    star: `SELECT CASE WHEN ${names.join(' AND ')} THEN 'AND' WHEN ${names.join(' OR ')} THEN 'OR' END, count(*)
      FROM (SELECT ${tests.join(', ')} FROM patient_dimension p) asked GROUP BY 1`,
  }
}

function sets(session: ApiSession, how: 'UNION' | 'INTERSECT', one: number, other: number): Kind {
  const draft = { parent_id: one, secondparent_id: other, cohort_type: 'compound', constraint_type: how }
  const members = (id: number) => `SELECT patient_num FROM qt_patient_set_collection WHERE result_instance_id = ${id}`
  return {
    name: how === 'UNION' ? 'union' : 'intersection',
    ours: () => ask(session, cohortPreview.path, draft),
    star: `SELECT ${ORIGIN}, count(*) FROM patient_dimension JOIN (${members(one)} ${how} ${members(other)}) s
      USING (patient_num) GROUP BY 1, 2, 3, 4`,
  }
}

function pedigree(session: ApiSession): Kind {
  const asked = { variable: conceptOf(FIRST), constraint_type: 'EQ', constraint_value: VALUE }
  const draft = { parent_id: 1, cohort_type: 'pedigree', ped_constraint: 'min', ped_constraint_count: 2 }
  return {
    name: 'pedigrees',
    ours: () => ask(session, cohortPreview.path, { ...draft, ...asked, min_pedsize: 3 }),
    star: `WITH affected AS (SELECT patient_num FROM observation_fact
        WHERE concept_cd = '${conceptOf(FIRST)}' AND tval_char = '${VALUE}'),
      family AS (SELECT family_id FROM patient_dimension LEFT JOIN affected a USING (patient_num)
        GROUP BY family_id HAVING count(*) >= 3 AND count(a.patient_num) >= 2)
      SELECT collection, count(DISTINCT family_id), count(*), count(a.patient_num)
      FROM patient_dimension JOIN family USING (family_id) LEFT JOIN affected a USING (patient_num) GROUP BY 1`,
  }
}
