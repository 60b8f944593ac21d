import { expect, test } from 'vitest'
import { deferred, EMPTY, identifier, isAmong, join, literal, raw, sql, timed } from '#server/platform/db/sql.ts'

test('numbers the values of fragments in the order of the text', () => {
  const isIn = sql`cohortid = ${7}`
  const statement = sql`SELECT ${'a'} FROM ${identifier('my "table"')} WHERE ${isIn} AND ${join([isIn, sql`TRUE`], ' OR ')}`
  expect(statement.write()).toMatchObject({
    text: 'SELECT $1 FROM "my ""table""" WHERE cohortid = $2 AND cohortid = $3 OR TRUE',
    values: ['a', 7, 7],
  })
})

test('a list is one value, and an empty list has a type', () => {
  expect(sql`list_contains(${['a', 'b']}, code)`.write()).toMatchObject({
    text: 'list_contains($1, code)',
    values: [['a', 'b']],
  })
  expect(sql`list_contains(${[]}, code)`.write()).toMatchObject({
    text: 'list_contains(CAST(ARRAY[] AS TEXT[]), code)',
    values: [],
  })
})

test('writes literals into the text', () => {
  const text = sql`${literal("O'Hara")} ${literal(-1)}${EMPTY} ${raw('ASC')} ${join([])}`.write()
  expect(text).toMatchObject({ text: "'O''Hara' -1 ASC ", values: [] })
})

test('a comparison with an empty list is FALSE', () => {
  expect(isAmong(raw('collection'), []).write().text).toBe('FALSE')
  expect(isAmong(raw('collection'), ['a', 'b']).write()).toMatchObject({
    text: 'collection IN ($1, $2)',
    values: ['a', 'b'],
  })
})

test('a deferred fragment sees columns requested after it in the template', () => {
  const columns: string[] = []
  const column = (name: string) => {
    columns.push(name)
    return raw(name)
  }
  const tables = deferred(() => sql`WITH person AS (SELECT ${raw(columns.join(', '))})`)
  expect(sql`${tables} SELECT ${column('age')} = ${30}`.write()).toMatchObject({
    text: 'WITH person AS (SELECT age) SELECT age = $1',
    values: [30],
  })
})

test('fragments of equal text and values have equal keys', () => {
  const one = sql`code = ${'a'}`
  expect(sql`code = ${'a'}`.key).toBe(one.key)
  expect(sql`code = ${'b'}`.key).not.toBe(one.key)
  expect(sql`code = ${1}`.key).not.toBe(sql`code = ${'1'}`.key)
})

test('a statement with a timed fragment is timed', () => {
  const plain = sql`answer = ${'a'}`
  const slow = timed(sql`regexp_matches(answer, 'a')`)
  const isTimed = (fragment: ReturnType<typeof raw>) => fragment.write().isTimed
  expect([plain, raw('TRUE'), deferred(() => plain)].map(isTimed)).toEqual([false, false, false])
  expect([slow, sql`NOT ${slow}`, join([plain, slow]), deferred(() => sql`(${slow})`)].map(isTimed)).not.toContain(
    false,
  )
  // Written once before.
  expect(isTimed(sql`${slow} AND ${slow}`)).toBe(true)
})
