import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import { literal, sql } from '#server/platform/db/sql.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'

const WORDS = ['mood', 'sleep', 'alcohol', 'onset', 'anxiety', 'episode', 'worst', 'voices', 'weight', 'family', 'ever']
const VARIABLES_PER_FORM = 200
const AT_ONCE = 2_000

interface Entry {
  readonly name: string
  readonly question: string
}

export function catalogEntries(count: number): Entry[] {
  const folder = process.env['TEST_DATASETS']
  const entries = folder ? dictionaryEntries(join(folder, 'dictionaries_cc0')) : []
  for (let index = entries.length; index < count; index++) {
    const word = (step: number) => WORDS[(index * step) % WORDS.length] ?? ''
    const question = `Have you ${word(3)} had a time of ${word(5)} when your ${word(7)} was ${word(1)}, number ${index}?`
    entries.push({ name: `made_${index}`, question })
  }
  return entries.slice(0, count)
}

const Dictionary = v.record(v.string(), v.unknown())
const Described = v.object({ Description: v.string() })

function dictionaryEntries(folder: string): Entry[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: collection }) =>
      readdirSync(join(folder, collection))
        .filter((file) => file.endsWith('.json'))
        .flatMap((file) => entriesOf(readFileSync(join(folder, collection, file), 'utf8'))),
    )
}

function entriesOf(text: string): Entry[] {
  try {
    const dictionary = v.parse(Dictionary, JSON.parse(text))
    return Object.entries(dictionary).flatMap(([name, value]) => {
      const described = v.safeParse(Described, value)
      return [{ name, question: described.success ? described.output.Description : '' }]
    })
  } catch {
    // Some of these files are not JSON.
    return []
  }
}

/** Creates a catalog of these entries, all columns of one small form, and an account. */
export async function fillCatalog(database: Database, entries: readonly Entry[]): Promise<void> {
  const passwordHash = await hashPassword(BENCH_ACCOUNT.password)
  await inTransaction(database, async (connection) => {
    await connection.run(
      sql`INSERT INTO account VALUES (nextval('id_sequence'), ${BENCH_ACCOUNT.username}, ${passwordHash}, 'B', 'Ench', TRUE, CAST([] AS VARCHAR[]), FALSE)`,
    )
    await connection.run(
      `INSERT INTO individual SELECT n, 'P' || n, 'F' || n, NULL, NULL, 'F', FALSE, 'ct', '1', '', ''
       FROM range(1, 1001) AS numbers(n)`,
    )
    await connection.run(
      `CREATE TABLE bench_catalog AS SELECT CAST(n AS INTEGER) AS individual_no, CAST(n % 4 AS VARCHAR) AS answer
       FROM range(1, 1001) AS numbers(n)`,
    )
    const forms = Math.ceil(entries.length / VARIABLES_PER_FORM)
    for (let form = 1; form <= forms; form++) {
      // Table names are unique; one table holds all answers.
      const table = form === 1 ? 'bench_catalog' : `bench_catalog_${form}`
      if (form > 1) await connection.run(`CREATE VIEW ${table} AS SELECT * FROM bench_catalog`)
      await connection.run(sql`INSERT INTO form VALUES (${form}, ${table}, ${`FORM_${form}`}, '1', '')`)
    }
    for (let first = 0; first < entries.length; first += AT_ONCE) {
      const some = entries.slice(first, first + AT_ONCE)
      const rows = some.map(({ name, question }, place) => ({ place: first + place, name, question }))
      await connection.run(
        sql`INSERT INTO variable (variable_name, form_no, column_name, original_name, data_type, question,
           possible_values, section, observations)
         SELECT upper(left(name, 38)) || '_' || place, 1 + place // ${literal(VARIABLES_PER_FORM)}, 'answer', name, 'categorical',
           question, ['0', '1', '2', '3'], '', 1000
         FROM (SELECT unnest(from_json(${JSON.stringify(rows)}, '[{"place":"INTEGER","name":"VARCHAR","question":"VARCHAR"}]'), recursive := true))`,
      )
    }
    await raiseDataVersion(connection)
  })
}
