import { expect, test } from 'vitest'
import { variableName, versionsOf } from '#server/demo/forms/form.ts'
import { FORMS } from '#server/demo/forms/forms.ts'
import { meaningsOf } from '#server/demo/forms/item.ts'
import { readQuery } from '#server/modules/catalog/search/read-query.ts'
import { createSearchIndex } from '#server/modules/catalog/search/search-index.ts'
import { isFound, readQueries } from '#tests/bench/query-lists.ts'
import { RESEARCHER_QUERIES } from '#tests/server/modules/catalog/search/researcher-queries.ts'

interface Entry {
  readonly name: string
  readonly question: string
  readonly meanings?: string
  readonly implicit?: string
  readonly section?: string
  readonly form?: string
}

function indexOf(entries: readonly Entry[]) {
  return createSearchIndex(
    entries.map(({ name, question }) => ({ name, originalName: '', question, observations: 1 })),
    entries.map(({ meanings = '', implicit = '', section = '', form = '' }) => ({
      meanings,
      explicit: '',
      implicit,
      section,
      form,
    })),
  )
}

const DEMONSTRATION = FORMS.flatMap(versionsOf)
  .flatMap((version) =>
    version.items.map(({ item, section }) => ({
      name: variableName(version, item),
      code: item.code,
      question: item.question,
      meanings: Object.values(meaningsOf(item.kind)).join(' '),
      implicit: item.tags,
      section,
      form: version.form.instrument,
    })),
  )
  .sort((one, other) => (one.name < other.name ? -1 : 1))
const DEMONSTRATION_INDEX = indexOf(DEMONSTRATION)

function firstItems(text: string): readonly string[] {
  const query = readQuery(text, [DEMONSTRATION_INDEX])
  const found = DEMONSTRATION_INDEX.find(query)
  const { places } = found.places.length > 0 ? found : DEMONSTRATION_INDEX.nearest(query, 3)
  return places.slice(0, 5).map((place) => DEMONSTRATION[place]?.code ?? '')
}

test('at least 55 of 60 queries of researchers find their variable among the first five hits', () => {
  const missed = RESEARCHER_QUERIES.filter(([query, item]) => !firstItems(query).some((code) => item.test(code)))
  expect(RESEARCHER_QUERIES).toHaveLength(60)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(5)
})

test('at least 55 of 60 searches of the bench find their question among the first three hits', () => {
  const queries = readQueries('catalog-queries.txt')
  const missed = queries.filter(({ typed, meant }) => !isFound(firstItems(typed).slice(0, 3), meant))
  expect(queries).toHaveLength(60)
  expect(missed.length, missed.map(({ typed }) => typed).join('\n')).toBeLessThanOrEqual(5)
})

const ENTRIES: readonly Entry[] = [
  { name: 'AGE_ONSET', question: 'How old were you when it began?', section: 'Course' },
  { name: 'SEX', question: 'Enter the sex given at birth.' },
  { name: 'VOICES', question: 'Did you hear voices?', implicit: 'auditory perception' },
  { name: 'SMOKED', question: 'How many cigarettes did you smoke?', meanings: 'None Some' },
  { name: 'DEPRESSED', question: 'Were you depressed for two weeks?' },
  { name: 'ATTEMPT', question: 'Did you try to end your life?' },
]
const INDEX = indexOf(ENTRIES)

function read(text: string) {
  return readQuery(text, [INDEX])
}

function namesOf({ places }: { readonly places: readonly number[] }): readonly string[] {
  return places.map((place) => ENTRIES[place]?.name ?? '')
}

test.each([
  ['stop words are left out', 'the age at onset', ['AGE_ONSET']],
  ['a query of stop words only is searched', 'how', ['AGE_ONSET', 'SMOKED']],
  ['another form of a word is found', 'depression', ['DEPRESSED']],
  ['a synonym is found', 'gender', ['SEX']],
  ['a phrase is found by its synonyms', 'suicide attempts', ['ATTEMPT']],
  ['a synonym is found by its beginning', 'halluc', ['VOICES']],
  ['a misspelt synonym is found', 'halucinations', ['VOICES']],
  ['swapped letters are corrected', 'depresesd', ['DEPRESSED']],
  ['a misspelt beginning is corrected', 'depress weesk', ['DEPRESSED']],
  ['no word is corrected to a stop word', 'yuor', []],
  ['every term must be found', 'voices smoke', []],
  ['punctuation finds nothing', '…', []],
])('%s', (_, text, names) => {
  expect(namesOf(INDEX.find(read(text)))).toEqual(names)
})

test('a reading contains corrections, synonyms and the matching fields', () => {
  const query = read('halucinations')
  expect(query.corrections).toEqual([{ from: 'halucinations', to: 'hallucination' }])
  const found = INDEX.find(query)
  expect(found.synonyms).toEqual([{ word: 'hallucination', words: ['voices', 'perceptions'] }])
  expect(found.marks).toEqual(['voices', 'perception'])
  expect(found.fieldsOf(2)).toEqual(['name'])
  expect(INDEX.find(read('auditory voices')).fieldsOf(2)).toEqual(['name', 'implicit'])
  expect(INDEX.find(read('none')).fieldsOf(3)).toEqual(['meanings'])
})

test('the nearest variables contain the rarest words or similar ones', () => {
  expect(namesOf(INDEX.nearest(read('depressed voices smoke'), 2))).toEqual(['VOICES', 'DEPRESSED'])
  expect(namesOf(INDEX.nearest(read('cigarillos'), 5))).toEqual(['SMOKED'])
  expect(namesOf(INDEX.nearest(read('zzzzzz'), 5))).toEqual([])
})

const OF_FAMILIES: readonly Entry[] = [
  { name: 'PANIC_AGE', question: 'At what age did the first panic attacks strike?' },
  { name: 'PANIC_EVER', question: 'Have you ever had an attack of fear?', implicit: 'panic attacks' },
  { name: 'PANIC_FEARS', question: 'Which of your relatives spoke to you about your panic attacks?' },
  { name: 'PANIC_WHO', question: 'Who had panic attacks?', form: 'Family History Screening' },
  { name: 'HEIGHTS', question: 'Are you afraid of them?' },
  { name: 'HEIGHT_NOW', question: 'How tall are you?' },
  { name: 'VOICES_TOLD', question: 'Did you tell about it?', section: 'Panic' },
]
const FAMILY_INDEX = indexOf(OF_FAMILIES)

test.each([
  ['the participant comes before relatives', 'panic attacks', ['PANIC_EVER', 'PANIC_AGE', 'PANIC_FEARS', 'PANIC_WHO']],
  ['forms about relatives come first if the family is named', 'family panic attacks', ['PANIC_WHO']],
  [
    'a screening question comes before its details',
    'panic attack',
    ['PANIC_EVER', 'PANIC_AGE', 'PANIC_FEARS', 'PANIC_WHO'],
  ],
  ['a detail whose words its screening question lacks comes first', 'panic age', ['PANIC_AGE']],
  ['a whole word comes before the beginning of another', 'height', ['HEIGHT_NOW', 'HEIGHTS']],
  ['the exact name comes first, whomever it is about', 'panic_who', ['PANIC_WHO']],
])('%s', (_, text, names) => {
  const { places } = FAMILY_INDEX.find(readQuery(text, [FAMILY_INDEX]))
  expect(places.map((place) => OF_FAMILIES[place]?.name).slice(0, names.length)).toEqual(names)
})

test('the nearest variables may lack words that name no topic', () => {
  const query = readQuery('current status of panic attacks', [FAMILY_INDEX])
  expect(FAMILY_INDEX.find(query).places).toEqual([])
  expect(FAMILY_INDEX.nearest(query, 1).places).toEqual([1])
})

test('synonyms are found both ways', () => {
  expect(namesOf(INDEX.find(read('hallucination')))).toEqual(['VOICES'])
  const hallucinations = indexOf([{ name: 'A', question: 'Any hallucinations?' }])
  expect(hallucinations.find(readQuery('voices', [hallucinations])).places).toEqual([0])
})
