import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import { secondFactorNew, secondFactorOn } from '#contract/account.ts'
import { login } from '#contract/session.ts'
import { startServer, type RunningServer } from '#server/app/start-server.ts'
import { makeDemoAccounts } from '#server/demo/make-demo-file.ts'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import { openDataFolder } from '#server/platform/db/data-folder.ts'
import { signIn, valueOf } from '#tests/support/api-session.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { codeAt } from '#tests/support/second-factor.ts'

const HALF_A_MINUTE = 30_000
const NEWCOMER = { username: 'newcomer', password: 'demo' }

test('a second factor survives a restart with the key in the data folder', async () => {
  const folder = temporaryFolder({ 'client/index.html': '' })
  const start = async (isFirst: boolean): Promise<RunningServer> => {
    const database = await openDataFolder(folder.path)
    if (isFirst) await makeDemoAccounts(database, { memoryCost: 64, timeCost: 1 })
    const configuration = readConfiguration({ PORT: '0', DATA_DIR: folder.path })
    const log = pino({ level: 'silent' })
    return startServer({ configuration, database, log, clientDirectory: `${folder.path}/client` })
  }
  const first = await start(true)
  const { call } = await signIn(first.address, NEWCOMER.username, NEWCOMER.password)
  const current_password = NEWCOMER.password
  const { secret, enrolment } = valueOf(await call(secondFactorNew, { current_password }))
  const code = codeAt(secret, Date.now())
  valueOf(await call(secondFactorOn, { current_password, enrolment, code }))
  await first.stop()

  const second = await start(false)
  const fetchThere: typeof fetch = (input, init) =>
    fetch(new URL(input instanceof Request ? input.url : input.toString(), second.address), init)
  const restarted = createWireCall({ fetch: fetchThere, onUnauthorized: () => undefined })
  expect(await restarted(login, NEWCOMER)).toMatchObject({ status: 401, issues: [{ path: 'code' }] })
  expect(await restarted(login, { ...NEWCOMER, code })).toMatchObject({ status: 401 })
  valueOf(await restarted(login, { ...NEWCOMER, code: codeAt(secret, Date.now() + HALF_A_MINUTE) }))
  await second.stop()
  folder.remove()
})
