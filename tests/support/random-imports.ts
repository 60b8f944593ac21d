import * as fc from 'fast-check'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'

/** The answers of one individual, "" where missing. */
export interface Answers {
  readonly score: string
  readonly seen: string
  readonly mood: string
  readonly note: string
}
type Records = Readonly<Record<string, Answers>>
/** The records of two forms. */
export interface Imported {
  readonly visit: Records
  readonly later: Records
}

const answers: fc.Arbitrary<Answers> = fc.record({
  score: fc.constantFrom('', '0', '1', '2.5', '-3', '1000000'),
  seen: fc.constantFrom('', '2020-01-02', '2021-12-31'),
  mood: fc.constantFrom('', 'low', 'high', 'mixed'),
  note: fc.constantFrom('', 'a 1:x', 'b-', 'long, with comma'),
})

const records: fc.Arbitrary<Records> = fc.dictionary(fc.constantFrom('b', 'd', 'f', 'a', 'c', 'e'), answers, {
  minKeys: 1,
})
/** Imports after a first one. */
export const imports: fc.Arbitrary<Imported[]> = fc.array(
  fc.record({ visit: records, later: fc.oneof(records, fc.constant({})) }),
  { minLength: 1, maxLength: 3 },
)
/** The first import has it in each form, so that the types of the columns stay. */
export const FULL: Answers = { score: '2.5', seen: '2020-01-02', mood: 'low', note: 'long, with comma' }

function filesOf(imported: Imported): Record<string, string> {
  const files = Object.entries(imported).flatMap(([form, formRecords]: [string, Records]) => {
    const lines = Object.entries(formRecords).map(
      ([id, { score, seen, mood, note }]) => `${id},${score},${seen},${mood},"${note}"`,
    )
    const header = ['id', ...['score', 'seen', 'mood', 'note'].map((name) => `${form}${name}`)].join(',')
    return lines.length === 0 ? [] : [[`${form}.csv`, [header, ...lines, ''].join('\n')]]
  })
  return Object.fromEntries(files)
}

export async function take(database: Database, imported: Imported): Promise<void> {
  const folder = temporaryFolder(filesOf(imported))
  try {
    await importFolder(database, folder.path, { collection: 'ct', study: '1', skipBadRows: false, isUpdate: true })
  } finally {
    folder.remove()
  }
}
