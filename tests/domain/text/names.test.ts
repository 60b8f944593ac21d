import { describe, expect, it } from 'vitest'
import { COHORT_NAME, PROJECT_NAME, VALUE_NAME, VARIABLE_NAME, VARIABLE_SET_NAME } from '#domain/text/names.ts'
import { suggestableName, freeName } from '#domain/text/suggested-names.ts'

const long = (length: number) => 'a'.repeat(length)

describe('names (spec section 5)', () => {
  it('requires a cohort name of up to 48 characters, without quotes or backslashes', () => {
    expect(COHORT_NAME.problem('  ')).toBe('Name is required.')
    expect(COHORT_NAME.problem(long(48))).toBeNull()
    expect(COHORT_NAME.problem(long(49))).not.toBeNull()
    expect(["it's", 'a "b"', 'a\\b'].map((name) => COHORT_NAME.problem(name))).not.toContain(null)
  })

  it('blocks keystrokes beyond the limit and excluded characters', () => {
    expect(COHORT_NAME.input.test(long(48))).toBe(true)
    expect(COHORT_NAME.input.test(long(49))).toBe(false)
    expect(COHORT_NAME.input.test("a'")).toBe(false)
    expect(VARIABLE_SET_NAME.input.test(long(64))).toBe(true)
    expect(VARIABLE_SET_NAME.input.test(long(65))).toBe(false)
    expect(PROJECT_NAME.input.test(long(33))).toBe(false)
  })

  it.each([
    'tab\there',
    'bell\u0007',
    'c1\u0085x',
    'soft\u00ADhyphen',
    'zero\u200Bwidth',
    '\u202Ereversed',
    'mark\uFEFFs',
  ])('rejects control and invisible characters while typing and in a name: %j', (name) => {
    for (const rule of [COHORT_NAME, VARIABLE_SET_NAME, PROJECT_NAME]) {
      expect(rule.problem(name)).toBe('Name cannot contain control characters or others that are not seen.')
      expect(rule.input.test(name)).toBe(false)
    }
  })

  it('requires a visible character in any script', () => {
    for (const name of ['\u3164', '\u2800 \u115F', '\u0301']) {
      expect([COHORT_NAME, PROJECT_NAME].map((rule) => rule.problem(name))).toEqual(
        Array.from({ length: 2 }, () => 'Name needs a character that can be seen.'),
      )
    }
    expect(COHORT_NAME.problem('\uD800 alone')).not.toBeNull()
    for (const name of ['Élan', '名前', 'สวัสดี', '🙂️', 'שלום', '–']) expect(COHORT_NAME.problem(name)).toBeNull()
  })

  it('suggests a name without excluded characters', () => {
    expect(suggestableName([`the "low"\n mood\u200B of `], COHORT_NAME)).toBe('the low mood of')
    expect(suggestableName([`${long(46)}🙂 x`], COHORT_NAME)).toBe(`${long(46)}🙂`)
    const whole = 'DIAGNOSIS is any of 1 · Bipolar I disorder, 2 · Bipolar II disorder'
    expect(suggestableName([whole, 'DIAGNOSIS is any of 1, 2'], COHORT_NAME)).toBe('DIAGNOSIS is any of 1, 2')
    expect(suggestableName([whole], COHORT_NAME)).toBe('DIAGNOSIS is any of 1 · Bipolar I disorder, 2')
    expect(suggestableName([`${long(30)} ${long(17)} x`], COHORT_NAME)).toBe(`${long(30)} ${long(17)}`)
  })

  it('allows a project without a name', () => {
    expect(PROJECT_NAME.problem('')).toBeNull()
  })

  it('requires a variable name of 3 to 48 letters, digits or underscores that does not start with a digit', () => {
    expect(VARIABLE_NAME.problem('')).toBe('Name is required.')
    expect(VARIABLE_NAME.problem('ab')).toBe('Variable name is not long enough; minimum 3 characters')
    expect(VARIABLE_NAME.problem('AGE_2')).toBeNull()
    expect(VARIABLE_NAME.input.test('2AGE')).toBe(false)
    expect(VARIABLE_NAME.input.test(long(49))).toBe(false)
  })

  it('requires a value name of up to 48 letters, digits or underscores', () => {
    expect(VALUE_NAME.problem('')).toBe('Name is required.')
    expect(VALUE_NAME.problem('1_or_more')).toBeNull()
    expect(VALUE_NAME.input.test('1 or more')).toBe(false)
  })
})

it('numbers a suggested name that is taken, within the length limit', () => {
  const taken = new Set(['Adults', 'Adults 2'])
  expect(freeName('Adults', COHORT_NAME, (name) => taken.has(name))).toBe('Adults 3')
  expect(freeName('Smokers', COHORT_NAME, (name) => taken.has(name))).toBe('Smokers')
  const longest = 'x'.repeat(COHORT_NAME.maxLength)
  expect(freeName(longest, COHORT_NAME, (name) => name === longest)).toBe(`${longest.slice(0, -2)} 2`)
})
