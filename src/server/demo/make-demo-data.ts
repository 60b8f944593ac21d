import { fillCodebookPages } from '#server/store/catalog/codebooks/fill-pages.ts'
import { allEnded } from '#server/demo/all-ended.ts'
import type { Form } from '#server/demo/forms/form.ts'
import { FORMS } from '#server/demo/forms/forms.ts'
import { versionsOf, type FormVersion } from '#server/demo/forms/form-version.ts'
import { makeCatalog, tableName, type MadeForm } from '#server/demo/make-catalog.ts'
import { makeFormTables } from '#server/demo/make-form.ts'
import { makeIndividuals } from '#server/demo/make-individuals.ts'
import { makeFamilies } from '#server/demo/model/make-families.ts'
import { makeSubjects } from '#server/demo/model/make-subjects.ts'
import type { Report } from '#server/demo/progress.ts'
import { setDataOrigin } from '#server/store/data-origin.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'

/** Individuals at scale 1. */
const INDIVIDUALS = 106_466
/** Fewer would leave some study or some form without anybody. */
const FEWEST = 2_000
const AT_ONCE = 2
/** So many answers may wait for being written to the file; each takes some twenty bytes. */
const MOST_IN_MEMORY = 8_000_000

export interface DemoOptions {
  /** Share of the individuals; all forms and studies are there at any scale. */
  readonly scale: number
  readonly report: Report
  /** The forms to make; all of them unless told otherwise. */
  readonly forms?: readonly Form[]
}

/**
 * Fills an empty database with the synthetic data, the same every time. Each table is complete in itself but they are
 * not written in one transaction: a database in which this was interrupted is to be thrown away. What needs the
 * people's answers and the catalog, but no pages of codebooks, can be done meanwhile.
 */
export async function makeDemoData(
  database: Database,
  { scale, report, forms = FORMS }: DemoOptions,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const individuals = Math.max(FEWEST, Math.round(INDIVIDUALS * scale))
  const connection = await database.connect()
  try {
    await connection.run(`ATTACH ':memory:' AS demo_model`)
    const schema = 'demo_model.main'
    await makeFamilies(connection, schema, individuals)
    await makeSubjects(connection, schema)
    await makeIndividuals(connection, schema)
    await makeCatalog(connection, await makeForms(database, schema, forms, report))
    await connection.run(`DETACH demo_model`)
    await setDataOrigin(connection, 'demo')
    await raiseDataVersion(connection)
    // The forms go to the file while their codebooks are set.
    await allEnded([database.withConnection(checkpoint), fillCodebookPages(connection), meanwhile()])
  } finally {
    connection.close()
  }
}

/** Makes the forms' tables, two at once: one statement alone cannot use two cores on tables of this size. */
async function makeForms(
  database: Database,
  schema: string,
  forms: readonly Form[],
  report: Report,
): Promise<MadeForm[]> {
  let formNo = 0
  // The longest first: what is short fills the time in which the other core is still at work.
  const waiting = forms
    .map((form) => versionsOf(form).map((version) => ({ version, formNo: ++formNo, table: tableName(formNo) })))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
  const all = waiting.reduce((sum, versions) => sum + lengthOf(versions), 0)
  const made: MadeForm[] = []
  let done = 0
  report(done, all)
  while (waiting.length > 0) {
    let answersInMemory = 0
    const makeNext = async (): Promise<void> => {
      for (let versions = waiting.shift(); versions !== undefined; versions = waiting.shift()) {
        const own = versions
        const counted = await database
          .withConnection((connection) => makeFormTables(connection, schema, own))
          .catch((error: unknown) => {
            waiting.length = 0
            throw error
          })
        made.push(...counted)
        report((done += lengthOf(own)), all)
        answersInMemory += counted.flatMap((form) => form.observations).reduce((sum, count) => sum + count, 0)
        if (answersInMemory > MOST_IN_MEMORY) return
      }
    }
    await allEnded(Array.from({ length: AT_ONCE }, makeNext))
    if (answersInMemory > MOST_IN_MEMORY) await database.withConnection(checkpoint)
  }
  return made.sort((a, b) => a.formNo - b.formNo)
}

/** Without FORCE it fails where another change is under way; with it, it waits. */
async function checkpoint(connection: Connection): Promise<void> {
  await connection.run('FORCE CHECKPOINT')
}

function lengthOf(versions: readonly { readonly version: FormVersion }[]): number {
  return versions.reduce((sum, { version }) => sum + version.items.length, 0)
}
