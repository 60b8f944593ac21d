import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { assignNames, validName, type ColumnToName } from '#server/modules/imports/plan/plan-import.ts'

const column = (instrument: string, originalName: string): ColumnToName => ({
  instrument,
  originalName,
  isParticipants: instrument === 'participants',
})

test.each([
  ['age', 'AGE'],
  ['Élan vital', 'ELAN_VITAL'],
  ['score (raw)', 'SCORE_RAW'],
  ['_own_', '_OWN_'],
  ['1st', '_1ST'],
  ['年齢', 'V'],
  ['a'.repeat(60), 'A'.repeat(48)],
])('"%s" becomes %s', (original, name) => {
  expect(validName(original)).toBe(name)
})

test('participants keep their names without prefix; conflicting names of forms are prefixed', () => {
  const columns = [
    column('mood', 'age'),
    column('mood', 'item'),
    column('sleep', 'Item'),
    column('sleep', 'hours'),
    column('participants', 'age'),
  ]
  expect(assignNames(columns)).toEqual(['MOOD_AGE', 'MOOD_ITEM', 'SLEEP_ITEM', 'HOURS', 'AGE'])
})

test('existing variables keep their names; remaining duplicates are numbered', () => {
  const columns = [
    column('participants', 'age'),
    column('mood', 'a-b'),
    column('mood', 'a_b'),
    column('mood', 'mood_age'),
  ]
  expect(assignNames(columns, new Set(['AGE', 'PARTICIPANTS_AGE']))).toEqual([
    'PARTICIPANTS_AGE_2',
    'A_B',
    'A_B_2',
    'MOOD_AGE',
  ])
})

test('a prefixed name never equals the unprefixed name of another column', () => {
  const columns = [column('a', 'x'), column('b', 'x'), column('c', 'a_x')]
  expect(assignNames(columns)).toEqual(['A_X_2', 'B_X', 'A_X'])
})

test('all names are valid and unique, whatever the column names', () => {
  const anyColumn = fc.record({
    instrument: fc.constantFrom('participants', 'mood', 'x'.repeat(50)),
    originalName: fc.oneof(fc.string(), fc.constantFrom('a', 'A', 'á', 'a_2', 'y'.repeat(48), 'y'.repeat(49))),
  })
  fc.assert(
    fc.property(fc.array(anyColumn, { maxLength: 40 }), (columns) => {
      const names = assignNames(columns.map(({ instrument, originalName }) => column(instrument, originalName)))
      expect(names).toHaveLength(columns.length)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(VARIABLE_NAME.input.test(name) && name === name.toUpperCase()).toBe(true)
    }),
  )
})
