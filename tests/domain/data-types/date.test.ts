import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateInterval, dateProblem } from '#domain/data-types/date.ts'

function daysLike(pattern: string): string[] {
  const expression = new RegExp(`^${pattern.replaceAll('U', '\\d')}$`)
  const days: string[] = []
  for (let time = Date.UTC(1990, 0, 1); time < Date.UTC(2000, 0, 1); time += 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10)
    if (expression.test(day)) days.push(day)
  }
  return days
}

const dateOfTheNineties = fc
  .record({ day: fc.integer({ min: 0, max: 3651 }), mask: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }) })
  .map(({ day, mask }) => {
    const text = new Date(Date.UTC(1990, 0, 1) + day * 86_400_000).toISOString().slice(0, 10)
    const digits = [3, 5, 6, 8, 9]
    return text.replaceAll(/./g, (character, index: number) => (mask[digits.indexOf(index)] ? 'U' : character))
  })

describe('interval of a partial date', () => {
  it('spans from the first to the last matching day', () => {
    fc.assert(
      fc.property(dateOfTheNineties, (pattern) => {
        const days = daysLike(pattern)
        expect(dateInterval(pattern)).toEqual({ first: days[0], last: days.at(-1) })
      }),
    )
  })

  it.each([
    ['1987-0U-UU', '1987-01-01', '1987-09-30'],
    ['UUUU-UU-UU', '0000-01-01', '9999-12-31'],
    ['19UU-02-29', '1904-02-29', '1996-02-29'],
    ['2001-1U-3U', '2001-10-30', '2001-12-31'],
  ])('resolves %s to %s – %s', (text, first, last) => {
    expect(dateInterval(text)).toEqual({ first, last })
  })

  it.each(['2001-02-30', '2001-13-01', '2001-00-10', '20010101', '2001-1-1', 'U', ''])('rejects %s', (text) => {
    expect(dateInterval(text)).toBeNull()
  })
})

describe('date field error', () => {
  it.each([
    ['2001-01', 'Date is not long enough'],
    ['2001-01-011', 'Date is too long'],
    ['2001-02-31', 'That day does not exist.'],
    ['1X87-0U-01', 'Use YYYY-MM-DD, with U for each digit that is not known.'],
    ['31.01.2010', '31.01.2010: write 2010-01-31'],
    ['31.02.2010', '31.02.2010: write 2010-02-31; that day does not exist'],
    ['2010/01/31', '2010/01/31: write 2010-01-31'],
    ['01/31/2010', '01/31/2010: write 2010-01-31'],
    ['31/01/2010', '31/01/2010: write 2010-01-31'],
    ['03/04/2010', '03/04/2010: write 2010-04-03 or 2010-03-04'],
    ['2001-UU-UU', null],
  ])('validates %s: %s', (text, message) => {
    expect(dateProblem(text)).toBe(message)
  })
})
