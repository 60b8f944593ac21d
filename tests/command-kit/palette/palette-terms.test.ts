import { expect, test } from 'vitest'
import { completionRows, termProblem } from '#command-kit/palette/palette-ranking.ts'
import { choiceList, rowsBelow } from '#command-kit/palette/palette-rows.ts'
import { cohorts, variables } from '#tests/support/palette-commands.ts'

const facts = { dataType: 'numberrange', variableType: 'variable', observations: 10 }
const rows = ['3.0', '3.1'].map((version) => ({
  value: `AGE_${version}`,
  title: `AGE_${version}`,
  facts: { ...facts, contributors: [{ instrument: 'LDI', version, section: 'Mood' }] },
}))
const named = ['Women', 'Women with sons', 'Adults'].map((title, index) => ({ value: index + 2, title }))
const sources = [
  { source: variables, rows, isLoading: false },
  { source: cohorts, rows: named, isLoading: false },
]
const problem = (text: string) => termProblem(text, sources, ['facets'])
const terms = (text: string) => completionRows(text, sources).map(({ title }) => title)

test('completions of a term are the values of the loaded catalog and the names of cohorts', () => {
  expect(terms('mood form:')).toEqual(['form:"LDI 3.0"', 'form:"LDI 3.1"'])
  expect(terms('section:mo')).toEqual(['section:Mood'])
  expect(terms('cohort:"wo')).toEqual(['cohort:Women', 'cohort:"Women with sons"'])
  expect(terms('mood')).toEqual([])
  expect(terms('form:LDI mood')).toEqual([])
})

test('a completed search keeps its other words', () => {
  expect(completionRows('low mood type:nu', sources).map(({ text }) => text)).toEqual(['low mood type:number '])
})

test('a wrong term has a reason, unless it is being typed and can be completed', () => {
  expect(problem('type:nonsense mood')).toContain('Unknown type “nonsense”.')
  expect(problem('mood n>many')).toBe('Compare n with a number: n>5000.')
  expect(problem('collection:b')).toBeNull()
  expect(problem('collection:b mood')).toContain('Unknown collection “b”.')
  expect(problem('cohort:Nobody')).toContain('Unknown cohort “Nobody”.')
  expect(problem('cohort:Adults')).toBeNull()
})

test('a cohort has no reason while the cohorts load', () => {
  expect(termProblem('cohort:Nobody', [{ source: cohorts, rows: [], isLoading: true }], ['facets'])).toBeNull()
})

test('a term of a collection has a reason if the back end has no facets', () => {
  expect(termProblem('collection:bp', sources, [])).toBe('This back end cannot search by collection or cohort.')
  expect(termProblem('type:number', sources, [])).toBeNull()
})

test('completions stand above the rows of a list, which keep their order', () => {
  const list = rowsBelow(
    completionRows('form:', sources),
    'Complete the term',
    choiceList(variables, rows),
    'Variables',
  )
  const keys = Array.from({ length: list.length }, (_, index) => list.at(index)?.key)
  expect(keys).toEqual(['typed:form:"LDI 3.0" ', 'typed:form:"LDI 3.1" ', 'variable:AGE_3.0', 'variable:AGE_3.1'])
  expect(list.sections).toEqual([
    { title: 'Complete the term', start: 0 },
    { title: 'Variables', start: 2 },
  ])
})
