import { tmpdir } from 'node:os'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { inTransaction, rowsOf, type Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { SCHEMA_VERSION } from '#server/platform/db/migrations/schema.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import {
  findSecondFactor,
  hasRecoveryCode,
  insertSecondFactor,
  replaceRecoveryCodes,
  secondFactorState,
  spendCode,
} from '#server/store/accounts/second-factors.ts'
import { dropLaterSchema } from '#tests/support/drop-later-schema.ts'
import { asTestDatabase, newDatabase } from '#tests/support/test-database.ts'

const ACCOUNT = 7
const HASHES = ['one', 'two', 'three']

async function fill(database: Database): Promise<void> {
  await inTransaction(database, async (connection) => {
    await insertSecondFactor(connection, ACCOUNT, 'sealed')
    await replaceRecoveryCodes(connection, ACCOUNT, HASHES)
    await spendCode(connection, ACCOUNT, { code: '59000001', step: 59_000_001 })
    await spendCode(connection, ACCOUNT, { code: 'two', step: null })
  })
}

async function expectAll(database: Database): Promise<void> {
  await database.withConnection(async (connection) => {
    expect(await secondFactorState(connection, ACCOUNT)).toEqual({ isOn: true, codesLeft: 2 })
    expect(await findSecondFactor(connection, ACCOUNT)).toEqual({ sealedSecret: 'sealed', lastStep: 59_000_001 })
    const left: boolean[] = []
    for (const hash of HASHES) left.push(await hasRecoveryCode(connection, ACCOUNT, hash))
    expect(left).toEqual([true, false, true])
  })
}

test('loading a file into PostgreSQL copies second factors with their used codes', async () => {
  const file = await openDatabase(':memory:')
  await fill(file)
  await expectAll(file)
  const loaded = await asTestDatabase(file)
  expect(loaded.kind).toBe('PostgreSQL')
  await expectAll(loaded)
  loaded.close()
})

test('migrates a database of version 6 to the tables of second factors', async () => {
  const url = (await newDatabase()) ?? ''
  const before = await openPostgreSql(url, tmpdir())
  await inTransaction(before, async (connection) => {
    const later = ['second_factor', 'recovery_code', 'spent_code', 'coverage', 'disclosure', 'change_count']
    for (const table of later) await connection.run(`DROP TABLE ${table}`)
    await dropLaterSchema(connection)
    await connection.run(`ALTER TABLE session DROP COLUMN program`)
    await connection.run(`UPDATE meta SET value = '6' WHERE name = 'schema_version'`)
  })
  before.close()
  const migrated = await openPostgreSql(url, tmpdir())
  await fill(migrated)
  await expectAll(migrated)
  const Version = v.object({ value: v.string() })
  const sql = `SELECT value FROM meta WHERE name = 'schema_version'`
  expect(await migrated.withConnection((connection) => rowsOf(connection, Version, sql))).toEqual([
    { value: String(SCHEMA_VERSION) },
  ])
  migrated.close()
})
