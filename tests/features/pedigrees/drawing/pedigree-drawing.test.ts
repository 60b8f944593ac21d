import * as v from 'valibot'
import { expect, test } from 'vitest'
import { PedigreeMember as WireMember } from '#contract/pedigrees.ts'
import type { PedigreeMember } from '#contract/shapes/entities.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import {
  affectedWords,
  generationNumeral,
  markWords,
  memberWords,
  sexWords,
  shortId,
} from '#features/pedigrees/drawing/pedigree-drawing.tsx'
import { kinshipOf } from '#features/pedigrees/layout/kinship.ts'

/** A member as a back end sends it. */
function member(id: string, fields: object = {}): PedigreeMember {
  return fromWire(v.parse(WireMember, { individual_id: id, ...fields }))
}

test.each([
  ['M', 'man'],
  ['F', 'woman'],
  [null, 'sex unknown'],
])('describes the sex %s as "%s"', (sex, words) => {
  expect(sexWords(sex)).toBe(words)
})

test('numbers generations in Roman numerals, and shortens long ids in the middle', () => {
  expect([0, 1, 2, 3, 8, 9, 13].map(generationNumeral)).toEqual(['I', 'II', 'III', 'IV', 'IX', 'X', 'XIV'])
  expect(['P-000123', 'SYN-00173-02'].map(shortId)).toEqual(['P-000123', 'SY…73-02'])
})

test('marks a member as affected, unaffected or unanswered by the trait', () => {
  const words = (affected: boolean | null) => affectedWords(member('a', { affected }), true)
  expect([true, false, null].map(words)).toEqual(['affected', 'not affected', 'answer missing'])
})

test('marks no member without a trait, and no placeholder', () => {
  expect(affectedWords(member('a', { affected: true }), false)).toBe('')
  expect(affectedWords(member('a', { affected: true, placeholder: true }), true)).toBe('')
})

test.each([
  [{ proband: true, deceased: true }, ['proband', 'deceased']],
  [{ placeholder: true }, ['placeholder']],
  [{ twin_of: 'b' }, ['twin of b']],
  [{ twin_of: 'b', identical: true }, ['identical twin of b']],
  [{ twin_of: 'b', identical: false }, ['twin, not identical of b']],
  [{ identical: true }, []],
])('describes the marks of %j as %j', (fields, marks) => {
  expect(markWords(member('a', fields))).toEqual(marks)
})

test('describes a member with all marks, parents and partners in the drawing', () => {
  const child = member('child', { father: 'pa', mother: 'ma', sex: 'F', affected: true, proband: true })
  const father = member('pa', { sex: 'M' })
  const kinship = kinshipOf([child, father, member('ma')])
  expect(memberWords(child, kinship, true)).toBe('child, woman, affected, proband, child of pa and ma')
  expect(memberWords(father, kinship, false)).toBe('pa, man, partner of ma')
})
