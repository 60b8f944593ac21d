import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVariableQuery, type VariableFacts } from '#domain/search/variable-query.ts'

const facts = (changes: Partial<VariableFacts>): VariableFacts => ({
  dataType: 'numberrange',
  variableType: 'variable',
  observations: 5_000,
  contributors: [{ instrument: 'LDI', version: '3.1', section: 'Mood disorders' }],
  ...changes,
})

describe('a query of variables', () => {
  it.each([
    ['elated mood', 'elated mood', true],
    ['mood type:number', 'mood', true],
    ['type:num mood', 'mood', true],
    ['type:numberrange', '', true],
    ['type:date mood', 'mood', false],
    ['TYPE:Number', '', true],
    ['n>=5000', '', true],
    ['n>5,000', '', false],
    ['n<5k', '', false],
    ['n<=5k n:5000', '', true],
    ['form:LDI', '', true],
    ['form:"LDI 3.1" x', 'x', true],
    ['form:DIGS', '', false],
    ['section:mood', '', true],
    ['section:sleep', '', false],
    ['kind:base', '', true],
    ['kind:custom', '', false],
    ['type: mood n>', 'mood', true],
    ['ratio:2 n', 'ratio:2 n', true],
  ])('%j has the words %j', (text, words, isMatch) => {
    const query = readVariableQuery(text)
    expect([query.words, query.matches(facts({})), query.problems]).toEqual([words, isMatch, []])
  })

  it.each([
    ['type:nubmer', 'Unknown type “nubmer”. Use '],
    ['kind:x', 'Unknown kind “x”. Use base, custom, downcode, combine, score.'],
    ['n>many', 'Compare n with a number: n>5000.'],
  ])('%j has a problem and restricts nothing', (text, message) => {
    const { problems, matches, hasTerms } = readVariableQuery(text)
    expect(problems).toMatchObject([{ term: text, message: expect.stringContaining(message) }])
    expect([matches(facts({})), hasTerms]).toEqual([true, true])
  })

  it('reads every text, and matches less with each term', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(10_000), (text, observations) => {
        const query = readVariableQuery(text)
        const narrower = readVariableQuery(`${text.replaceAll('"', '')} n>5000`)
        expect(query.words.length).toBeLessThanOrEqual(text.length)
        if (!text.includes('"')) {
          const fact = facts({ observations })
          expect(narrower.matches(fact)).toBe(query.matches(fact) && observations > 5_000)
        }
      }),
    )
  })

  it('keeps words without colons and comparisons as they are', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/)), (words) => {
        expect(readVariableQuery(words.join(' '))).toMatchObject({ words: words.join(' '), hasTerms: false })
      }),
    )
  })
})

describe('the scope of a query', () => {
  const COHORTS = [
    { cohortId: 12, name: 'High mood' },
    { cohortId: 13, name: 'High mood, women' },
    { cohortId: 14, name: 'Adults' },
  ]

  it.each([
    ['collection:bp mood', 'mood', { collection: 'bp' }],
    ['COLLECTION:AD', '', { collection: 'ad' }],
    ['collection:22', '', { collection: '22q11.2' }],
    ['cohort:"High mood" type:number elated', 'elated', { cohortId: 12 }],
    ['cohort:adu collection:sz', '', { cohortId: 14, collection: 'sz' }],
    ['cohort: collection:', '', {}],
  ])('of %j is left to the server', (text, words, scope) => {
    const query = readVariableQuery(text, COHORTS)
    expect([query.words, query.scope, query.problems]).toEqual([words, scope, []])
    expect(query).toMatchObject({ hasScope: true, hasTerms: true })
  })

  it.each([
    ['collection:xy', 'Unknown collection “xy”. Use 22q11.2, adhd, '],
    ['collection:b', 'Unknown collection “b”. Use bp, bf.'],
    ['cohort:Nobody', 'Unknown cohort “Nobody”.'],
    ['cohort:"High mo"', '2 cohorts begin with “High mo”.'],
  ])('%j has a problem and restricts nothing', (text, message) => {
    const { problems, scope } = readVariableQuery(text, COHORTS)
    expect(problems).toMatchObject([{ term: text, message: expect.stringContaining(message) }])
    expect(scope).toEqual({})
  })

  it('names one collection, waits for the cohorts, and is part of the text for the server', () => {
    expect(readVariableQuery('collection:bp collection:sz').problems).toMatchObject([
      { term: 'collection:sz', message: 'Name one collection only.' },
    ])
    const query = readVariableQuery('n>5 elated cohort:"High mood"')
    expect([query.problems, query.scope, query.serverText]).toEqual([[], {}, 'elated cohort:"High mood"'])
  })
})

it('a form is found by its label or by its short label', () => {
  const long = facts({ contributors: [{ instrument: 'Lifetime Diagnostic Interview', version: '3.1', section: '' }] })
  for (const text of ['form:LDI', 'form:"LDI 3"', 'form:diagnostic']) {
    expect(readVariableQuery(text).matches(long)).toBe(true)
  }
  expect(readVariableQuery('form:DIGS').matches(long)).toBe(false)
})
