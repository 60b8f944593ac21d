import { describe, expect, it } from 'vitest'
import { downloadFileName } from '#domain/cohorts/cohorts.ts'
import { NUMBER_INPUT, parseNumber } from '#domain/data-types/number.ts'
import { errorText } from '#domain/messages.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'

describe('error text (spec section 8)', () => {
  it('joins the status text, the server message if any, and the context', () => {
    expect(errorText('Conflict', 'The name is taken.', 'Unable to save Cohort.')).toBe(
      'Conflict. The name is taken. Unable to save Cohort.',
    )
    expect(errorText('Bad Gateway', null, 'Unable to get Cohorts.')).toBe('Bad Gateway. Unable to get Cohorts.')
    expect(errorText('', '', 'Unable to log in.')).toBe('Unable to log in.')
  })
})

describe('numbers', () => {
  it('accepts signed decimals, an empty text, a lone "." or a lone "-" while typing', () => {
    for (const text of ['', '.', '-', '-1', '1.', '.5', '-0.25']) expect(NUMBER_INPUT.test(text)).toBe(true)
    for (const text of ['a', '1e3', '--1', '1.2.3', '1,5', '+1']) expect(NUMBER_INPUT.test(text)).toBe(false)
  })

  it('parses a completed input as a number or null', () => {
    expect(['1.0', '-2', '.5', '1.', '-', '.', '', '1e3', 'Infinity'].map(parseNumber)).toEqual([
      1,
      -2,
      0.5,
      1,
      null,
      null,
      null,
      1000,
      null,
    ])
  })

  it('groups the digits of counts and gives shares one decimal', () => {
    expect(formatCount(106_466)).toBe('106,466')
    expect(formatShare(1, 3)).toBe('33.3%')
    expect(formatShare(2_011, 118)).toBe('1,704.2%')
    expect(formatShare(0, 0)).toBe('–')
  })
})

describe('file name of a download (spec section 7)', () => {
  it('is cohortname-setname.csv without invalid characters', () => {
    expect(downloadFileName('Bipolar I', 'Core')).toBe('Bipolar I-Core.csv')
    expect(downloadFileName('a/b', 'c:d')).toBe('a_b-c_d.csv')
  })
})
