import { expect, test } from 'vitest'
import { readSameVariables, withSameVariable } from '#domain/same-variables.ts'

test('columns of known variables are written with their tables or without', () => {
  expect([...(readSameVariables('Sexe=sex, visits:alter = AGE') ?? [])]).toEqual([
    ['sexe', 'SEX'],
    ['visits:alter', 'AGE'],
  ])
  for (const text of ['', 'sexe', 'sexe=', '=SEX', 'a=A,a=B', 'a=A,'])
    expect([text, readSameVariables(text)]).toEqual([text, null])
})

test('a choice is added to the text, and takes the place of an earlier one', () => {
  expect(withSameVariable('', 'visits:Sexe', 'SEX')).toBe('visits:sexe=SEX')
  expect(withSameVariable('a=A,b=B', 'A', 'C')).toBe('a=C,b=B')
})
