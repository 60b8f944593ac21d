import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { historyInfo } from '#contract/history.ts'
import { projectDelete, projectNew } from '#contract/projects.ts'
import { trashInfo, trashRestore, type TrashKind } from '#contract/trash.ts'
import { variableSetDelete, variableSetEdit, variableSetNew } from '#contract/variable-sets.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { deleteAccounts } from '#server/store/accounts/accounts.ts'
import { emptyOldTrash } from '#server/store/retention.ts'
import { emptyTrashOfData } from '#server/store/trash/trash.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

const newSet = async (name: string, variables: string[]) => valueOf(await call(variableSetNew, { name, variables })).id
const actions = async (kind: TrashKind, id: number) =>
  valueOf(await call(historyInfo, { kind, id })).data.map(({ version_no, action }) => `${version_no} ${action}`)

const Count = v.object({ count: v.number() })
const sizeOf = async (where: string) => {
  const [row] = await server.database.withConnection((connection) =>
    rowsOf(connection, Count, `SELECT CAST(count(*) AS INTEGER) AS count FROM object_version WHERE ${where}`),
  )
  return row?.count
}

test('the trash keeps the history; deletion for good deletes it', async () => {
  const id = await newSet('Binned', ['AGE'])
  valueOf(await call(variableSetEdit, { varsetid: id, variables: ['MOOD_LOW'] }))
  valueOf(await call(variableSetDelete, { varsetid: id }))
  expect(await call(historyInfo, { kind: 'varset', id })).toMatchObject({ ok: false, status: 404 })
  valueOf(await call(trashRestore, { kind: 'varset', id }))
  expect(await actions('varset', id)).toEqual(['2 edit', '1 make'])

  valueOf(await call(variableSetDelete, { varsetid: id }))
  expect(valueOf(await call(trashInfo, {})).data.some((deleted) => deleted.id === id)).toBe(true)
  await emptyOldTrash(server.database, { days: 0, now: server.clock.now + 1 })
  expect(await sizeOf(`item_id = ${id}`)).toBe(0)

  const plain = await createTestServer({ holding: server.database, isShared: true, capabilities: ['history'] })
  const plainCall = await plain.callAs('researcher')
  const { id: gone } = valueOf(await plainCall(variableSetNew, { name: 'Gone', variables: ['AGE'] }))
  valueOf(await plainCall(variableSetDelete, { varsetid: gone }))
  expect(await sizeOf(`item_id = ${gone}`)).toBe(0)
})

test('a deleted project comes back with the histories of all that was in it', async () => {
  const projectid = valueOf(await call(projectNew, { name: 'Whole', description: '' })).new_project_id
  const id = await newSet('Inside', ['AGE'])
  valueOf(await call(projectDelete, { projectid }))
  valueOf(await call(trashRestore, { kind: 'project', id: projectid }))
  expect(await actions('varset', id)).toEqual(['1 make'])
  expect(await actions('project', projectid)).toEqual(['1 make'])
})

test('an account that is deleted, and data that are replaced, leave no versions', async () => {
  const colleague = await server.callAs('colleague')
  const { id } = valueOf(await colleague(variableSetNew, { name: 'Left', variables: ['AGE'] }))
  const Account = v.object({ account_id: v.number() })
  await server.database.withConnection(async (connection) => {
    const [row] = await rowsOf(connection, Account, `SELECT account_id FROM account WHERE username = 'colleague'`)
    await deleteAccounts(connection, row ? [row.account_id] : [])
  })
  expect(await sizeOf(`item_id = ${id}`)).toBe(0)

  valueOf(await call(variableSetNew, { name: 'Kept', variables: ['AGE'] }))
  expect(await sizeOf(`kind = 'varset'`)).toBeGreaterThan(0)
  await server.database.withConnection((connection) => emptyTrashOfData(connection))
  expect(await sizeOf(`kind <> 'project'`)).toBe(0)
  expect(await sizeOf(`kind = 'project'`)).toBeGreaterThan(0)
})
