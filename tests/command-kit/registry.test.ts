import { describe, expect, it } from 'vitest'
import { action, invocationOf, route } from '#command-kit/declaration.ts'
import { createRegistry } from '#command-kit/registry.ts'

const screen = () => Promise.resolve({ default: () => null })
const cohortShow = route<'cohort.show'>({
  path: '/cohorts/:id',
  screen,
  chapter: 'cohorts',
  title: 'Cohort',
  section: 'Cohorts',
  help: 'Shows a cohort.',
  toTarget: ({ cohortId }) => ({ params: { id: String(cohortId) } }),
  fromTarget: (params) => (/^\d+$/.test(params['id'] ?? '') ? { cohortId: Number(params['id']) } : null),
  subject: ({ cohortId }) => ({ kind: 'cohort', value: cohortId }),
})
const newSubset = route<'cohort.new-subset'>({
  path: '/cohorts/subset/:id?',
  screen,
  chapter: 'cohorts',
  title: 'New Subset',
  section: 'Cohorts',
  help: 'Builds a subset.',
  toTarget: ({ parentId, variableName }) => ({
    params: { id: parentId === undefined ? undefined : String(parentId) },
    query: { variable: variableName },
  }),
  fromTarget: (params, query) => ({
    ...(params['id'] !== undefined && { parentId: Number(params['id']) }),
    ...(query.has('variable') && { variableName: query.get('variable') ?? '' }),
  }),
})
const variableShow = route<'variable.show'>({
  path: '/variables/:id',
  screen,
  chapter: 'cohorts',
  title: 'Variable',
  section: 'Variables',
  help: 'Shows a variable.',
  toTarget: ({ variableName }) => ({ params: { id: variableName } }),
  fromTarget: (params) => ({ variableName: params['id'] ?? '' }),
})
const registry = createRegistry({
  'cohort.show': cohortShow,
  'cohort.new-subset': newSubset,
  'variable.show': variableShow,
})

function hrefOf(url: string): string | undefined {
  const found = registry.routeOf(url)
  if (found?.id === 'cohort.show') return registry.hrefOf({ id: found.id, args: { cohortId: 12 } })
  return found?.id === 'cohort.new-subset' ? registry.hrefOf({ id: found.id, args: found.args }) : undefined
}

describe('URLs', () => {
  it.each([
    ['/cohorts/12', invocationOf('cohort.show', { cohortId: 12 })],
    ['/cohorts/subset', invocationOf('cohort.new-subset', {})],
    ['/cohorts/subset/12', invocationOf('cohort.new-subset', { parentId: 12 })],
    [
      '/cohorts/subset/12?variable=AGE_ONSET',
      invocationOf('cohort.new-subset', { parentId: 12, variableName: 'AGE_ONSET' }),
    ],
  ])('%s maps to its command, and the command to the URL', (url, invocation) => {
    expect(registry.routeOf(url)).toEqual(invocation)
    expect(hrefOf(url)).toBe(url)
  })

  it('matches the route of a URL with an invalid id, but no command', () => {
    expect([registry.isRoute('/cohorts/abc'), registry.routeOf('/cohorts/abc')]).toEqual([true, null])
  })

  it('matches no route for an unknown or malformed URL', () => {
    for (const url of ['/nowhere', '', '//[', '/cohorts/%E0%A4%A/x', '/cohorts/1/2']) {
      expect([url, registry.isRoute(url), registry.routeOf(url)]).toEqual([url, false, null])
    }
  })

  it('escapes reserved characters in a URL', () => {
    const href = registry.hrefOf({ id: 'variable.show', args: { variableName: 'A/B?c#d e' } })
    expect(registry.routeOf(href)).toEqual(invocationOf('variable.show', { variableName: 'A/B?c#d e' }))
  })

  it('returns the subject of a URL', () => {
    expect([registry.subjectOf('/cohorts/12'), registry.subjectOf('/cohorts/subset/12')]).toEqual([
      { kind: 'cohort', value: 12 },
      undefined,
    ])
  })
})

describe('registry', () => {
  it('rejects two commands for one path', () => {
    expect(() =>
      createRegistry({ 'cohort.show': cohortShow, 'variable.show': { ...variableShow, path: '/cohorts/:name' } }),
    ).toThrow(/belongs to both cohort.show and variable.show/)
    expect(() =>
      createRegistry({ 'cohort.new-subset': newSubset, 'variable.show': { ...variableShow, path: '/cohorts/subset' } }),
    ).toThrow(/belongs to both/)
  })

  it('rejects conflicting keys', () => {
    const keys = [{ seq: 'g c', scope: 'global' }] as const
    expect(() =>
      createRegistry({ 'cohort.show': { ...cohortShow, keys }, 'variable.show': { ...variableShow, keys } }),
    ).toThrow(/bound to both/)
  })

  it('returns the commands of a place in order', () => {
    const split = action<'pane.split'>({
      title: 'Split',
      section: 'Panes',
      help: 'Splits.',
      places: [{ location: 'pane-menu', order: 2 }],
      run: () => undefined,
    })
    const close = { ...split, places: [{ location: 'pane-menu', order: 1 }] } as const
    const placed = createRegistry({ 'pane.split': split, 'pane.close': close }).placed('pane-menu')
    expect(placed.map(({ id }) => id)).toEqual(['pane.close', 'pane.split'])
  })

  it('throws for an unknown command', () => {
    expect(() => registry.command('pane.split')).toThrow(/no command "pane.split"/)
  })
})
