import { connect } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { takeCommands, sendFrame } from '#server/cli/control-socket.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { secretKeyInMemory } from '#server/platform/security/secret-key.ts'
import { isImporting } from '#server/store/running-import.ts'
import { temporaryFolder, wholeDatabase } from '#tests/support/import-folders.ts'

test('closing the terminal aborts an import through the server, and changes nothing', async () => {
  const rows = Array.from({ length: 60_000 }, (_, row) => `p${row},${row},${row % 7},text ${row}`)
  const folder = temporaryFolder({
    'many/many.csv': `id,score,mood,words\n${rows.join('\n')}\n`,
  })
  const database = await openDatabase(join(folder.path, 'diver.duckdb'))
  const stopListening = await takeCommands({
    database,
    auditKey: secretKeyInMemory(),
    traceKey: secretKeyInMemory(),
    log: pino({ level: 'silent' }),
  })
  const before = await wholeDatabase(database)
  const socket = connect(join(folder.path, 'control.sock'))
  sendFrame(socket, { kind: 'run', name: 'import', words: ['many'], folder: folder.path, typedBy: 'ada' })
  await expect.poll(() => isImporting(database), { interval: 1 }).toBe(true)
  socket.destroy()
  await expect.poll(() => isImporting(database), { interval: 10 }).toBe(false)
  expect(await wholeDatabase(database)).toEqual(before)

  stopListening()
  database.close()
  folder.remove()
})
