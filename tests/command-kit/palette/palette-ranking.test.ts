import { expect, test } from 'vitest'
import { invocationOf } from '#command-kit/declaration.ts'
import { rankAll, rankChoices, rankCommands } from '#command-kit/palette/palette-ranking.ts'
import { commandRows, type RowList } from '#command-kit/palette/palette-rows.ts'
import { learntKey, recentKeys, withUse, type Usage } from '#command-kit/usage.ts'
import { commands } from '#commands/index.ts'
import { lastDeletionAtom } from '#entities/trash/trash.ts'
import { cohorts, variables } from '#tests/support/palette-commands.ts'
import { smallKit } from '#tests/support/small-commands.ts'

const RANKING = { usage: {}, now: 0 }
const source = {
  ...variables,
  page: { name: 'catalog', toInvocation: (text: string) => invocationOf('variables.search', { text }) },
}
const rows = Array.from({ length: 20 }, (_, index) => ({
  value: `V${index}`,
  title: `V${index}`,
  facts: { dataType: 'numberrange', variableType: 'variable', observations: index * 1_000, contributors: [] },
}))

function titles(list: RowList): readonly (string | undefined)[] {
  return Array.from({ length: list.length }, (_, index) => {
    const row = list.at(index)
    return row?.kind === 'choice' ? row.row.title : row?.title
  })
}

test('a query of terms alone leads to all variables that match them', () => {
  const found = rankAll([], [{ source, rows, isLoading: false }], { ...RANKING, text: 'n>5k' })
  expect(titles(found).at(-1)).toBe('See all 14 in the catalog →')
  const few = rankAll([], [{ source, rows, isLoading: false }], { ...RANKING, text: 'n>15k' })
  expect(titles(few)).toEqual(['V16', 'V17', 'V18', 'V19'])
})

test('a query with words waits for the search of the server before it counts', () => {
  const query = { ...RANKING, text: 'v n>5k' }
  const local = rankAll([], [{ source, rows, isLoading: false }], query)
  expect(titles(local).some((title) => title?.startsWith('See all'))).toBe(false)
  const searched = rankAll([], [{ source, rows, more: rows, isLoading: false }], query)
  expect(titles(searched).at(-1)).toBe('See all 14 in the catalog →')
})

test('a query by collection or cohort lists only results of the server', () => {
  const query = { ...RANKING, text: 'v collection:bp n>5k' }
  expect(titles(rankAll([], [{ source, rows, isLoading: false }], query))).toEqual([])
  const searched = rankAll([], [{ source, rows, more: rows.slice(3, 8), isLoading: false }], query)
  expect(titles(searched)).toEqual(['V6', 'V7'])
})

function commandsFor(text: string, data: Parameters<typeof rankAll>[1] = [], usage: Usage = {}) {
  const { kit, registry } = smallKit(commands)
  const all = commandRows(registry, kit.contextFor('palette'), kit.store.get(kit.boundKeys).seqsOf)
  return titles(rankAll(all, data, { text, usage, now: 0 }))
}

test.each([
  ['download', 'Download Data'],
  ['proj', 'Manage Projects'],
  ['home', 'Dashboard'],
  ['undo', 'Undo'],
])('words of a command stand above data that begin with “%s”', (text, title) => {
  const data = [{ value: 'X', title: `${text}_X` }]
  const found = commandsFor(text, [{ source, rows: data, isLoading: false }])
  expect(found[0]).toBe(title)
  expect(found).toContain(`${text}_X`)
})

test('an exact title that is unavailable stands above commands that would run something else', () => {
  expect(commandsFor('save')[0]).toBe('Save')
})

test('Undo is offered after a deletion, and does nothing else while there is none', () => {
  const { kit, registry } = smallKit(commands, { capabilities: ['trash'] })
  const firstOf = () =>
    rankCommands(
      commandRows(registry, kit.contextFor('palette'), () => []),
      { ...RANKING, text: 'undo' },
    )[0]
  expect(firstOf()).toMatchObject({ title: 'Undo', because: 'There is nothing to undo in this pane.' })
  kit.store.set(lastDeletionAtom, { kind: 'varset', id: 3, name: 'Moods' })
  expect(firstOf()).toMatchObject({ title: 'Undo', because: undefined })
})

test('of commands that match equally, an unavailable one stands below', () => {
  const { kit, registry } = smallKit(commands)
  const one = commandRows(registry, kit.contextFor('palette'), () => []).find(({ title }) => title === 'Undo')
  const same = one === undefined ? [] : [one, { ...one, key: 'other', because: undefined }]
  expect(rankCommands(same, { ...RANKING, text: 'undo' }).map(({ key }) => key)).toEqual(['other', one?.key])
})

test('a choice is learnt for the text that was typed', () => {
  const key = learntKey('Download ', 'variable:X')
  const usage = withUse({}, key, 0)
  const data = [{ source, rows: [{ value: 'X', title: 'DOWNLOADS' }], isLoading: false }]
  expect(commandsFor('download', data, usage)[0]).toBe('DOWNLOADS')
  expect(commandsFor('downloa', data, usage)[0]).toBe('Download Data')
  expect(recentKeys(usage)).toEqual([])
})

test('cohorts and recently used things stand above commands that match as well', () => {
  const cohort = { source: cohorts, rows: [{ value: 3, title: 'Downloaded families' }], isLoading: false }
  const variable = { source, rows: [{ value: 'X', title: 'DOWNLOADS' }], isLoading: false }
  const found = commandsFor('downloa', [cohort, variable])
  expect(found.slice(0, 2)).toEqual(['Downloaded families', 'Download Data'])
  const usage = withUse({}, 'variable:X', 0)
  expect(commandsFor('downloa', [variable], usage)[0]).toBe('DOWNLOADS')
  expect(commandsFor('do', [cohort])[0]).not.toBe('Downloaded families')
})

test('unavailable commands stand below all available ones', () => {
  const { kit, registry } = smallKit(commands)
  const all = commandRows(registry, kit.contextFor('palette'), () => [])
  const found = rankAll(all, [], { ...RANKING, text: 'cohort' })
  const rowsFound = Array.from({ length: found.length }, (_, index) => found.at(index))
  const similar = found.sections?.find(({ title }) => title === 'Similar names')?.start ?? found.length
  const isUnavailable = rowsFound.slice(0, similar).map((row) => row?.because !== undefined)
  expect(isUnavailable).toContain(true)
  expect(isUnavailable.indexOf(true)).toBeGreaterThan(isUnavailable.lastIndexOf(false))
})

test('results of the server are in its order, below names that begin with the words', () => {
  const rowsOf = (...names: string[]) => names.map((name) => ({ value: name, title: name, detail: 'mood' }))
  const found = rankChoices(rowsOf('A', 'B', 'C', 'MOOD_X'), rowsOf('C', 'D', 'A'), 'mood')
  expect(found.map(({ title }) => title)).toEqual(['MOOD_X', 'C', 'D', 'A', 'B'])
})

test.each([
  ['close', 'Close pane'],
  ['rename', 'Rename'],
  ['explorer', 'Explorer'],
  ['theme dark', 'Theme: dark'],
  ['split', 'Split pane'],
])('the commands that match “%s” begin with %s', (text, title) => {
  const { kit, registry } = smallKit(commands)
  const all = commandRows(registry, kit.contextFor('palette'), () => [])
  const found = rankCommands(
    all.map((row) => ({ ...row, because: undefined })),
    { ...RANKING, text },
  )
  expect(found[0]?.title).toBe(title)
})
