import { expect, test } from 'vitest'
import { BY_OPERATOR, NOT_APPLICABLE, OPEN } from '#tests/spec/asvs/aside.ts'
import { MET } from '#tests/spec/asvs/met.ts'
import { CHAPTERS_LEFT_OUT, REQUIREMENTS } from '#tests/spec/asvs/requirements.ts'

const numbersIn = (rows: readonly (readonly [ids: string, ...string[]])[]) => rows.flatMap(([ids]) => ids.split(' '))

test('lists every requirement up to level 2 once', () => {
  const answered = [MET, NOT_APPLICABLE, BY_OPERATOR, OPEN].flatMap(numbersIn)
  expect(answered.filter((id, place) => answered.indexOf(id) !== place)).toEqual([])
  expect(answered.toSorted()).toEqual(REQUIREMENTS.toSorted())
  const counts = [MET, NOT_APPLICABLE, BY_OPERATOR, OPEN].map((rows) => numbersIn(rows).length)
  process.stdout.write(
    `ASVS 5.0 level 2: ${counts.join(' met, ')} of ${REQUIREMENTS.length}; left out: ${CHAPTERS_LEFT_OUT.join(', ')}\n`.replace(
      /(\d+) met, (\d+) met, (\d+) met, (\d+) of/,
      '$1 met, $2 not applicable, $3 for the operator, $4 open of',
    ),
  )
})
