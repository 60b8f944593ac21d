import { expect, onTestFinished, test } from 'vitest'
import { fileInfo, filesInfo } from '#contract/downloads.ts'
import { API_PREFIX, DOWNLOAD_FILES_MAX } from '#domain/limits.ts'
import { readAnswersVersion } from '#server/platform/db/data-version.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { deleteReleasesSince, recordRelease } from '#server/store/releases/releases.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { prepareBundle } from '#tests/support/bundle.ts'
import { filesOf } from '#tests/support/read-zip.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

async function serve(minimumCell = 0): Promise<TestServer> {
  const server = await createTestServer({ minimumCell })
  onTestFinished(() => server.close())
  await inTransaction(server.database, (connection) => recordRelease(connection, Date.now()))
  return server
}

/** A researcher with one file. */
async function oneFile(server: TestServer, path = 'downloadstream?filename=a.csv&') {
  const call = await server.callAs('researcher')
  const fetch = await server.fetchAs('researcher')
  const get = async (address: string) => {
    const response = await fetch(`${API_PREFIX}/cohort/${address}`)
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const id = await prepareBundle(call)
  const { bytes } = await get(`${path}downloadid=${id}`)
  const fileid = valueOf(await call(filesInfo, {})).data[0]?.fileid ?? ''
  return { call, get, id, bytes, fileid }
}

function readable(server: TestServer, collections: readonly string[]): Promise<unknown> {
  return server.database.withConnection((connection) =>
    connection.run(sql`UPDATE account SET collections = ${collections} WHERE username = 'researcher'`),
  )
}

test('the newest files of an account are kept, and the newest repeats', async () => {
  const server = await serve()
  const { call, get, id, fileid } = await oneFile(server)
  const copies = (prefix: string, again: string | null) =>
    server.database.withConnection((connection) =>
      connection.run(
        sql`INSERT INTO download_file SELECT ${prefix} || CAST(n AS VARCHAR), account_id, epoch_ms(CAST(n AS BIGINT)),
          release_no, release_made_at, file_name, cohort_name, set_name, is_bundle, row_count, variable_count, bytes,
          sha256, software, ${again}, recipe, members, documents
          FROM download_file, (SELECT unnest(CAST(${Array.from({ length: DOWNLOAD_FILES_MAX }, (_, n) => String(n))} AS VARCHAR[])) AS n) numbers
          WHERE file_id = ${fileid}`,
      ),
    )
  await copies('file', null)
  await copies('again', fileid)
  await get(`downloadstream?filename=b.csv&downloadid=${id}`)
  const { data } = valueOf(await call(filesInfo, {}))
  expect(data).toHaveLength(DOWNLOAD_FILES_MAX)
  expect(data.map((file) => file.fileid)).toContain(fileid)
  expect(data.map((file) => file.fileid)).not.toContain('file0')
  expect(valueOf(await call(fileInfo, { fileid })).again).toHaveLength(DOWNLOAD_FILES_MAX - 1)
  const oldest = data.at(-1)?.fileid ?? ''
  expect((await get(`download/again?fileid=${oldest}`)).status).toBe(200)
  expect(valueOf(await call(fileInfo, { fileid: oldest })).again).toHaveLength(1)
})

test('with small-count protection a file states no number of unreadable or withdrawn individuals', async () => {
  const server = await serve(10)
  const { call, fileid } = await oneFile(server)
  await readable(server, ['bp'])
  const changed = valueOf(await call(fileInfo, { fileid }))
  expect(changed).toMatchObject({ prevented: null, withdrawn: null, left_out: [{ collection: 'sz', count: null }] })
})

test('a file of an undone release has no counts: its numbers may be those of other individuals', async () => {
  const server = await serve()
  const before = await server.database.withConnection(readAnswersVersion)
  const { call, fileid } = await oneFile(server)
  await inTransaction(server.database, (connection) => deleteReleasesSince(connection, String(Number(before) - 1)))
  await readable(server, ['bp'])
  expect(valueOf(await call(fileInfo, { fileid }))).toMatchObject({
    prevented: 'The data release of this file was undone.',
    left_out: [],
  })
})

test('a repeated bundle without some individuals has no documents that count them', async () => {
  const server = await serve()
  const { get, bytes, fileid } = await oneFile(server, 'download/bundle?')
  await readable(server, ['bp'])
  const after = [...filesOf((await get(`download/again?fileid=${fileid}`)).bytes).keys()]
  const lacking = [...filesOf(bytes).keys()].filter((name) => !after.includes(name))
  expect(lacking).toEqual(['README.txt', 'flow.svg', 'flow.tsv', 'table1.tsv'])
})
