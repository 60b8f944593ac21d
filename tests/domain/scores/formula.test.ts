import { expect, test } from 'vitest'
import {
  allParts,
  formulaText,
  formulaVariables,
  leastItems,
  mapFormula,
  partsOf,
  resolvedFormula,
  type Formula,
} from '#domain/scores/formula.ts'
import { readFormula } from '#domain/scores/read-formula.ts'

function read(text: string): Formula {
  const result = readFormula(text)
  if ('fault' in result) throw new Error(`${text}: ${result.fault.message}`)
  return result.formula
}

const EVERY_KIND =
  "-A + SUM(B, C; at least 50%) * COUNT(D, E >= '2'; at least 1) - IF(F = 'x', YEARS(G, H), IF(A < I, 1, DAYS(H, J)))"

test('a formula has the variables of all its kinds of parts, in the order of their first use', () => {
  expect(formulaVariables(read(EVERY_KIND))).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'])
  expect(formulaVariables(read('B + A * B - A'))).toEqual(['B', 'A'])
  expect(formulaVariables(read('1 + 2'))).toEqual([])
})

test('all parts of a formula are itself and those below it', () => {
  const formula = read('1 + 2 * 3')
  expect(allParts(formula)).toHaveLength(5)
  expect(allParts(formula)[0]).toBe(formula)
  expect(partsOf(read('-1'))).toEqual([{ kind: 'number', value: 1 }])
  expect(partsOf(read('IF(1 < 2, 3, 4)'))).toHaveLength(4)
  expect(partsOf(read("IF(A = 'x', 3, 4)"))).toHaveLength(2)
  expect(partsOf(read('COUNT(A = 1)'))).toEqual([])
})

test('another reference replaces every variable and nothing else', () => {
  const renamed = mapFormula(read(EVERY_KIND), (name) => `${name}_NEW`)
  expect(formulaText(renamed)).toBe(
    '-A_NEW + SUM(B_NEW, C_NEW; at least 50%) * COUNT(D_NEW, E_NEW >= 2; at least 1) - ' +
      "IF(F_NEW = 'x', YEARS(G_NEW, H_NEW), IF(A_NEW < I_NEW, 1, DAYS(H_NEW, J_NEW)))",
  )
})

test('a formula is resolved if every name is found, also one of a variable that is not the first', () => {
  const numbers = new Map([
    ['A', 1],
    ['B', 2],
  ])
  expect(resolvedFormula(read('A + B'), (name) => numbers.get(name))).toMatchObject({
    left: { variable: 1 },
    right: { variable: 2 },
  })
  expect(resolvedFormula(read('A + B + C'), (name) => numbers.get(name))).toBeNull()
  expect(resolvedFormula(read('C'), (name) => numbers.get(name))).toBeNull()
})

test.each([
  [null, 7, 7],
  [{ items: 3 }, 7, 3],
  [{ percent: 80 }, 10, 8],
  [{ percent: 80 }, 9, 8],
  [{ percent: 50 }, 3, 2],
  [{ percent: 100 }, 200, 200],
  [{ percent: 0.1 }, 200, 1],
])('%j of %i items needs %i known ones', (least, items, needed) => {
  expect(leastItems(least, items)).toBe(needed)
})

test('whole percentages are rounded up exactly', () => {
  for (let items = 1; items <= 200; items++) {
    for (let percent = 1; percent <= 100; percent++) {
      expect(leastItems({ percent }, items)).toBe(Math.floor((items * percent + 99) / 100))
    }
  }
})

test.each([
  ['a+b*c', 'A + B * C'],
  ['(a+b)*c', '(A + B) * C'],
  ['a-(b-c)', 'A - (B - C)'],
  ['(a-b)-c', 'A - B - C'],
  ['a/(b*c)', 'A / (B * C)'],
  ['a*(-b)', 'A * (-B)'],
  ['-a*b', '-A * B'],
  ['-(a*b)', '-(A * B)'],
  ['--a', '-(-A)'],
  ['((a))', 'A'],
  ['count(a,b!=1;2)', 'COUNT(A, B <> 1; at least 2)'],
  ["count(a = 'it''s')", "COUNT(A = 'it''s')"],
  ['mean(a,b;at least 75 %)', 'MEAN(A, B; at least 75%)'],
  ["if(a='1',.5,1e3)", "IF(A = '1', 0.5, 1000)"],
])('the usual form of %s is %s', (text, usual) => {
  expect(formulaText(read(text))).toBe(usual)
  expect(read(usual)).toEqual(read(text))
})

test('a negative number is written so that it reads as its negation', () => {
  expect(formulaText({ kind: 'number', value: -2 })).toBe('-2')
  const product: Formula = {
    kind: 'arithmetic',
    sign: '*',
    left: { kind: 'variable', variable: 'A' },
    right: { kind: 'number', value: -2 },
  }
  expect(formulaText(product)).toBe('A * (-2)')
})
