import { describe, expect, it } from 'vitest'
import { invocationOf } from '#command-kit/declaration.ts'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { examplesOf } from '#tests/commands/examples.ts'
import { smallKit } from '#tests/support/small-commands.ts'

/** The specification's route table (section 2). */
const SPEC_ROUTES = [
  '/',
  '/projects',
  '/projects/new',
  '/projects/:id',
  '/cohorts',
  '/cohorts/subset/:id?',
  '/cohorts/compound/:id?',
  '/cohorts/pedigrees/:id?',
  '/cohorts/:id',
  '/variables/all',
  '/variables/:id',
  '/variable-sets',
  '/variable-sets/new',
  '/variable-sets/:id',
  '/clinical-constructs/all',
  '/clinical-constructs/downcode',
  '/clinical-constructs/two-vars',
  '/clinical-constructs/multi',
  '/downloads/new',
]
/** Routes beyond the specification. */
const OWN_ROUTES = [
  '/variables/:id/against/:other',
  '/help/:page?',
  '/new',
  '/definitions/import',
  '/cohorts/build/:id?',
  '/cohorts/describe',
  '/releases',
  '/downloads/files',
  '/downloads/files/:id',
  '/clinical-constructs/score',
  '/project/study',
  '/project/study/log',
]
const registry = createRegistry(commands)
const all = registry.ids.map((id) => [id, registry.command(id)] as const)
const routes = all.flatMap(([id, command]) => (command.kind === 'route' ? [[id, command] as const] : []))

describe('specified routes', () => {
  it('have exactly one command each', () => {
    const declared = routes.map(([, command]) => command.path).toSorted()
    expect(declared).toEqual([...SPEC_ROUTES, ...OWN_ROUTES].toSorted())
  })

  it.each(routes.map(([id, command]) => [id, command] as const))('%s has a screen', async (_id, command) => {
    expect(await command.screen()).toHaveProperty('default', expect.any(Function))
  })
})

describe.each(all)('%s', (id, command) => {
  it('has a help sentence, a section and a title', () => {
    expect(command.help).toMatch(/\.$/)
    expect(command.section).not.toBe('')
    expect(typeof command.title === 'string' ? command.title : 'made from its arguments').not.toBe('')
  })

  if (command.kind === 'route') {
    it('round-trips its URL', () => {
      for (const args of examplesOf(id)) {
        const href = registry.hrefOf({ id, args })
        expect(registry.routeOf(href)).toEqual(invocationOf(id, args))
      }
    })
  }
})

describe('builders of custom variables', () => {
  const { ids } = registry
  const ofVariables = ids.filter((id) => id.startsWith('custom-variable.new-'))

  it.each(ofVariables)('opens %s with the variable of the pane by key, and with none by button', async (id) => {
    const { kit, workspace } = smallKit(commands, {
      capabilities: CAPABILITIES,
      subjects: [
        { kind: 'cohort', value: 12 },
        { kind: 'variable', value: 'AGE_ONSET' },
      ],
    })
    await kit.run(invocationOf(id, {}), 'here', 'key')
    await kit.run(invocationOf(id, {}), 'here', 'button')
    const [byKey, byButton] = workspace.open.mock.calls.map(([url]) => url)
    expect([byKey, byButton]).toEqual([`${byButton}?variables=AGE_ONSET`, expect.not.stringContaining('?')])
  })
})

describe('the selected rows of a list', () => {
  const action = { available: true, run: () => undefined } as const

  it('fill a builder by key and palette, but not by button', async () => {
    const { kit, workspace } = smallKit(commands, {
      rows: [
        { kind: 'variable', value: 'AGE' },
        { kind: 'variable', value: 'SEX' },
      ],
      subjects: [{ kind: 'variable', value: 'SMOKES' }],
    })
    for (const source of ['key', 'palette', 'button'] as const) {
      await kit.run(invocationOf('cohort.build', {}), 'here', source)
    }
    const urls = workspace.open.mock.calls.map(([url]) => url)
    expect(urls).toEqual(['/cohorts/build?variables=AGE%2CSEX', '/cohorts/build?variables=AGE%2CSEX', '/cohorts/build'])
  })

  it.each([
    ['cohort.new-subset', '/cohorts/subset?variable=AGE'],
    ['custom-variable.new-downcode', '/clinical-constructs/downcode?variables=AGE'],
    ['custom-variable.new-two', '/clinical-constructs/two-vars?variables=AGE%2CSEX'],
    ['custom-variable.new-many', '/clinical-constructs/multi?variables=AGE%2CSEX%2CBMI'],
    ['variable-set.new', '/variable-sets/new?variables=AGE%2CSEX%2CBMI'],
  ] as const)('fill %s: the row under the cursor first', async (id, url) => {
    const rows = ['AGE', 'SEX', 'BMI'].map((value) => ({ kind: 'variable', value }) as const)
    const { kit, workspace } = smallKit(commands, { rows, subjects: [{ kind: 'variable', value: 'SMOKES' }] })
    await kit.run(invocationOf(id, {}), 'here', 'key')
    expect(workspace.open.mock.calls[0]?.[0]).toBe(url)
  })

  it('are completed by another pane, which is named', async () => {
    const beside = { kind: 'variable', value: 'AGE', from: 'another pane' } as const
    const { kit, workspace } = smallKit(commands, { rows: [{ kind: 'cohort', value: 12 }], subjects: [beside] })
    await kit.run(invocationOf('cohort.new-subset', {}), 'here', 'key')
    expect(workspace.open).toHaveBeenLastCalledWith('/cohorts/subset/12?variable=AGE', 'here', {
      invocation: invocationOf('cohort.new-subset', { parentId: 12, variableName: 'AGE' }),
      taken: [{ name: 'variableName', kind: 'variable', values: ['AGE'], from: 'another pane' }],
    })
  })

  it('leave the working set alone if only another pane shows a variable', async () => {
    const beside = { kind: 'variable', value: 'AGE', from: 'another pane' } as const
    const { kit, workspace } = smallKit(commands, { subjects: [{ kind: 'cohort', value: 12 }, beside] })
    await kit.run(invocationOf('variable-set.new', {}), 'here', 'key')
    expect(workspace.open.mock.calls[0]?.[0]).toBe('/variable-sets/new')
  })

  it('are replaced by the cohort that was shown last for a download, which is named', async () => {
    const last = { kind: 'cohort', value: 12, from: 'the last one shown' } as const
    const set = { kind: 'variable-set', value: 3 } as const
    const { kit, workspace } = smallKit(commands, { subjects: [set], lastShown: [last] })
    await kit.run(invocationOf('download.new', {}), 'here', 'key')
    expect(workspace.open.mock.calls[0]?.[0]).toBe('/downloads/new?cohort=12&set=3')
    expect(workspace.open.mock.calls[0]?.[2]?.taken).toEqual([
      { name: 'cohortId', kind: 'cohort', values: [12], from: 'the last one shown' },
    ])
    await kit.run(invocationOf('cohort.new-subset', {}), 'here', 'key')
    expect(workspace.open.mock.calls[1]?.[0]).toBe('/cohorts/subset')
  })

  it('precede the variable of the pane, which fills the builder by rules too', async () => {
    const { kit, workspace } = smallKit(commands, { subjects: [{ kind: 'variable', value: 'SMOKES' }] })
    await kit.run(invocationOf('cohort.build', {}), 'here', 'key')
    expect(workspace.open).toHaveBeenLastCalledWith('/cohorts/build?variables=SMOKES', 'here')
  })

  it('describe the compared cohorts', async () => {
    const { kit, workspace } = smallKit(commands, {
      capabilities: CAPABILITIES,
      actions: { 'cohorts.describe': { ...action, args: { cohortIds: [32, 33] } } },
      subjects: [{ kind: 'cohort', value: 32 }],
    })
    await kit.run(invocationOf('cohorts.describe', {}), 'here', 'key')
    expect(workspace.open).toHaveBeenLastCalledWith('/cohorts/describe?cohorts=32%2C33', 'here')
  })
})

describe('edit definition', () => {
  const edit = async (shown: Parameters<typeof smallKit>[1]) => {
    const { kit, workspace, toast } = smallKit(commands, { capabilities: CAPABILITIES, ...shown })
    await kit.run(invocationOf('definition.edit', {}), 'here', 'palette')
    return { url: workspace.open.mock.calls[0]?.[0], reason: toast.error.mock.calls[0]?.[0] }
  }

  it('opens the rules of the row under the cursor, else of the cohort in the pane', async () => {
    const subjects = [{ kind: 'cohort', value: 12 }] as const
    expect(await edit({ subjects })).toMatchObject({ url: '/cohorts/build/12' })
    expect(await edit({ subjects, rows: [{ kind: 'cohort', value: 13 }] })).toMatchObject({ url: '/cohorts/build/13' })
  })

  it('says why there is none to edit', async () => {
    expect(await edit({ subjects: [{ kind: 'cohort', value: 1 }] })).toMatchObject({
      reason: 'All Individuals has no definition.',
    })
    expect(await edit({ subjects: [{ kind: 'project', value: 1 }] })).toMatchObject({
      reason: 'There is no cohort or custom variable in this pane.',
    })
  })
})

describe('combine versions of a question', () => {
  const id = 'custom-variable.combine-versions'
  const subjects = [{ kind: 'variable', value: 'MOOD_1' }] as const
  const args = { variableNames: ['MOOD_1', 'MOOD_2'] }

  it('combines the versions that the page of the variable offers', async () => {
    const actions = { [id]: { available: true, args, run: () => undefined } } as const
    const { kit, workspace } = smallKit(commands, { subjects, actions })
    await kit.run(invocationOf(id, {}), 'here', 'palette')
    const url = '/clinical-constructs/multi?variables=MOOD_1%2CMOOD_2&versions=1'
    expect(workspace.open).toHaveBeenLastCalledWith(url, 'here')
  })

  it('is unavailable with the reason of the page, or without a page', async () => {
    const because = 'Tick a version.'
    const one = { available: { because }, args: { variableNames: ['MOOD_1'] }, run: () => undefined }
    for (const [actions, reason] of [
      [{ [id]: one }, because],
      [{}, 'Available on the page of a category that several forms ask.'],
    ] as const) {
      const { kit, workspace, toast } = smallKit(commands, { subjects, actions })
      await kit.run(invocationOf(id, {}), 'here', 'palette')
      expect(toast.error).toHaveBeenCalledWith(reason)
      expect(workspace.open).not.toHaveBeenCalled()
    }
  })
})

describe('places', () => {
  it('shows the six tasks of spec section 2 on the dashboard', () => {
    expect(registry.placed('dashboard').map(({ id }) => id)).toEqual([
      'variables.search',
      'custom-variables.show',
      'cohort.new-subset',
      'pedigree.new',
      'variable-set.new',
      'download.new',
    ])
  })
})
