import { expect, onTestFinished, test } from 'vitest'
import { withdraw } from '#server/cli/release.ts'
import type { Database } from '#server/platform/db/database.ts'
import { insertDownloadFile, membersText } from '#server/store/downloads/download-files.ts'
import { requireRelease } from '#server/store/releases/releases.ts'
import { commandContext } from '#tests/support/command-context.ts'
import { allRows } from '#tests/support/import-folders.ts'
import { createTestServer } from '#tests/support/test-server.ts'

const LEAVING = 1
const STAYING = 2

/** The database, in which a file is recorded as soon as the withdrawal ends: the transaction did not see it. */
function recordingDuringWithdrawal(database: Database): Database {
  let isRecorded = false
  return {
    ...database,
    withLockedConnection: async (work) => {
      const result = await database.withLockedConnection(work)
      const withdrawn = await allRows(database, 'SELECT individual_no FROM withdrawn_individual')
      if (withdrawn.length > 0 && !isRecorded) {
        isRecorded = true
        await database.withConnection((connection) => insertDownloadFile(connection, 1, FILE, CONTENT))
      }
      return result
    },
  }
}

const FILE = {
  fileId: 'f',
  madeAt: 0,
  release: { no: 1, madeAt: 0 },
  fileName: 'a.csv',
  cohortName: '',
  setName: '',
  isBundle: false,
  rows: 2,
  variables: 1,
  bytes: 10,
  sha256: 'a'.repeat(64),
  software: '',
  againOf: null,
}
const CONTENT = { recipe: '{}', individuals: [LEAVING, STAYING], documents: new Map<string, string>() }

test('a file that is recorded while a withdrawal runs loses the withdrawn individual and its hash', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  await requireRelease(server.database, 0)
  const [individual] = await allRows(
    server.database,
    `SELECT individual_id FROM individual WHERE individual_no = ${LEAVING}`,
  )
  await withdraw(commandContext(recordingDuringWithdrawal(server.database)), {
    ids: [String(individual?.['individual_id'])],
    file: null,
    isDryRun: false,
  })
  const files = await allRows(server.database, 'SELECT members, sha256 FROM download_file')
  expect(files).toEqual([{ members: membersText([STAYING]), sha256: '' }])
})
