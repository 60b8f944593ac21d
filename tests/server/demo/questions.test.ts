import { expect, test } from 'vitest'
import { DATA_TYPES } from '#domain/data-types.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { variableName, versionsOf } from '#server/demo/forms/form.ts'
import { FORMS } from '#server/demo/forms/forms.ts'
import { dataTypeOf, meaningsOf } from '#server/demo/forms/item.ts'

const VERSIONS = FORMS.flatMap(versionsOf)
const VARIABLES = VERSIONS.flatMap((version) =>
  version.items.map(({ item }) => ({ version, item, name: variableName(version, item) })),
)

function repeated(texts: readonly string[]): string[] {
  const seen = new Set<string>()
  return texts.filter((text) => seen.size === seen.add(text).size)
}

test('has 35 forms in several versions, with variables of every type', () => {
  expect([FORMS.length, VERSIONS.length > 60, VARIABLES.length > 5_500, VARIABLES.length < 6_500]).toEqual([
    35,
    true,
    true,
    true,
  ])
  expect(new Set(VARIABLES.map(({ item }) => dataTypeOf(item.kind)))).toEqual(new Set(DATA_TYPES))
})

test('variable names are unique and valid', () => {
  expect(repeated(VARIABLES.map(({ name }) => name))).toEqual([])
  expect(VARIABLES.filter(({ name }) => VARIABLE_NAME.problem(name) !== null)).toEqual([])
})

test('a form version has no duplicate question, and each item is a question or an instruction', () => {
  for (const { form, items } of VERSIONS) {
    expect([form.code, repeated(items.map(({ item }) => item.question.toLowerCase()))]).toEqual([form.code, []])
  }
  const odd = VARIABLES.filter(({ item }) => !/^[A-Z][^{}|]*[?.]$|^\w+ [^{}|]*[?.]$/.test(item.question))
  expect(odd.map(({ item }) => item.question)).toEqual([])
})

test('a coded question has at least two codes, each with a label', () => {
  const meaningless = VARIABLES.filter(({ item }) =>
    Object.values(meaningsOf(item.kind)).some((meaning) => meaning === ''),
  )
  expect(meaningless).toEqual([])
  const coded = VARIABLES.filter(({ item }) => ['categorical', 'multicategory'].includes(dataTypeOf(item.kind)))
  expect(coded.filter(({ item }) => Object.keys(meaningsOf(item.kind)).length < 2)).toEqual([])
})

test('versions of a form share most of their questions, and an item follows its gate', () => {
  for (const form of FORMS.filter(({ versions }) => versions.length > 1)) {
    const [first = [], second = []] = versionsOf(form).map(({ items }) => items.map(({ item }) => item.question))
    const shared = first.filter((question) => second.includes(question))
    expect(shared.length).toBeGreaterThan(first.length * 0.85)
  }
  const early = VERSIONS.flatMap(({ items }) => items).filter(
    ({ item, place, gatePlace }) => item.gate !== null && (gatePlace === null || gatePlace >= place),
  )
  expect(early).toEqual([])
})

test.each(['mood', 'sleep', 'alcohol', 'voices', 'weight'])('the questions about %s vary in their wording', (word) => {
  const questions = [...new Set(VARIABLES.map(({ item }) => item.question))].filter((question) =>
    new RegExp(`\\b${word}`, 'i').test(question),
  )
  expect(questions.length).toBeGreaterThan(30)
  const beginnings = new Map<string, number>()
  for (const question of questions) {
    const beginning = question.split(' ').slice(0, 4).join(' ')
    beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1)
  }
  expect([...beginnings].filter(([, times]) => times > 3)).toEqual([])
})
