import { describe, expect, it } from 'vitest'
import { invocationOf } from '#command-kit/declaration.ts'
import { tiersFor, withSynonyms } from '#command-kit/palette/command-match.ts'
import { rankCommands } from '#command-kit/palette/palette-ranking.ts'
import type { CommandRow } from '#command-kit/palette/palette-rows.ts'
import { rankRows } from '#command-kit/row-ranking.ts'
import { scoreOf, withUse, type Usage } from '#command-kit/usage.ts'

describe('match of a command', () => {
  const text = { title: 'New Variable Set', section: 'Variable sets', keywords: ['columns', 'assemble'], seqs: ['n v'] }

  it.each([
    ['new variable set', 5],
    ['New Var', 4],
    ['set new', 3.5],
    ['a set of variables', 3.5],
    ['columns set', 3.25],
    ['vari', 3],
    ['assem', 2.5],
    ['new col', 2.5],
    ['nvs', 3.25],
    ['ｎｖｓ', 3.25],
    ['n V', 5],
    ['nv', 5],
    ['newvar', 1],
    ['vairable', 1],
    ['varible', 1],
    ['nwst', 0],
    ['xyz', 0],
    ['', 1],
  ])('puts %j into tier %d', (query, tier) => {
    expect(tiersFor(query)(text)).toBe(tier)
  })

  it('is found by synonyms of its words', () => {
    expect(tiersFor('make variable set', withSynonyms)(text)).toBe(2.25)
    expect(tiersFor('make variable set')(text)).toBe(0)
    const theme = { title: 'Appearance', section: 'Settings', keywords: [] }
    expect(['theme', 'dark', 'night'].map((query) => tiersFor(query, withSynonyms)(theme))).toEqual([2.25, 2.25, 0])
  })
})

describe('command ranking', () => {
  const row = (title: string, because?: string): CommandRow => ({
    kind: 'command',
    key: title,
    invocation: invocationOf('list.next', {}),
    title,
    section: 'Lists',
    keywords: [],
    help: '',
    seqs: [],
    place: 'More commands',
    because,
  })
  const rows = [row('Next row', 'There is no list.'), row('New text row'), row('Narrow'), row('Next')]

  it.each([
    ['next', ['Next', 'Next row']],
    ['nextr', ['Next', 'Next row']],
    ['row', ['New text row', 'Next row']],
    ['', ['New text row', 'Narrow', 'Next', 'Next row']],
  ])('ranks %j with unavailable commands below available ones', (text, titles) => {
    expect(rankCommands(rows, { text, usage: {}, now: 0 }).map(({ title }) => title)).toEqual(titles)
  })
})

describe('row ranking', () => {
  const rows = [
    { value: 1, title: 'MOOD_ONSET', detail: 'How old were you | when your mood began?' },
    { value: 2, title: 'AGE_ONSET_MOOD', detail: 'Age' },
    { value: 3, title: 'ONSET', detail: 'First time' },
    { value: 4, title: 'ONSET_AGE', detail: 'Élan' },
  ]
  const found = (text: string, limit?: number) => rankRows(rows, text, limit).map(({ value }) => value)

  it.each([
    ['onset', [3, 4, 1, 2]],
    ['ONSET_A', [4, 2]],
    ['mood age', [2]],
    ['mood', [1, 2]],
    ['began mood', [1]],
    ['elan', [4]],
    ['nset', []],
    ['', [1, 2, 3, 4]],
    ['aom', [2]],
    ['om', []],
  ])('ranks the best match of %j first', (text, values) => {
    expect(found(text)).toEqual(values)
  })

  it('limits the number of rows', () => {
    expect(found('onset', 2)).toEqual([3, 4])
  })

  it('finds the same rows again after letters are deleted', () => {
    expect([found('onset_a'), found('onset'), found('on'), found('onset a')]).toEqual([
      [4, 2],
      [3, 4, 1, 2],
      [3, 4, 1, 2],
      [4, 2],
    ])
  })

  it('ranks thousands of rows within the time of a key press', () => {
    const many = Array.from({ length: 6_000 }, (_, index) => ({
      value: index,
      title: `VARIABLE_${index}`,
      detail: `Have you ever had a period of at least ${index} days when you felt so good or so high that others thought`,
    }))
    rankRows(many, 'warm')
    const taken = Array.from({ length: 10 }, () => {
      const start = performance.now()
      for (const text of ['p', 'pe', 'per', 'period', 'period 5', 'period 59']) rankRows(many, text)
      return performance.now() - start
    })
    // A loose bound on the best of ten runs, for busy machines.
    expect(Math.min(...taken)).toBeLessThan(300)
  })
})

describe('usage score', () => {
  const WEEK = 7 * 24 * 60 * 60 * 1_000

  it('halves every week', () => {
    const usage = withUse(withUse({}, 'a', 0), 'a', 0)
    expect([scoreOf(usage, 'a', 0), scoreOf(usage, 'a', WEEK), scoreOf(usage, 'b', 0)]).toEqual([2, 1, 0])
  })

  it('drops the least used entries', () => {
    let usage: Usage = {}
    for (let index = 0; index < 300; index++) usage = withUse(usage, `key${index}`, index * WEEK)
    expect([Object.keys(usage).length, 'key299' in usage, 'key0' in usage]).toEqual([200, true, false])
  })

  it('reads malformed stored values', () => {
    const spoilt: Usage = JSON.parse('{"a": null, "b": {"score": "x", "at": 1}, "c": 3}')
    expect(['a', 'b', 'c', 'toString'].map((key) => scoreOf(spoilt, key, 0))).toEqual([0, 0, 0, 0])
  })
})
