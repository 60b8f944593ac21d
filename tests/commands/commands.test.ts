import { CAPABILITIES } from '#contract/capabilities.ts'
import { describe, expect, it } from 'vitest'
import { commands } from '#commands/index.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { createRegistry } from '#command-kit/registry.ts'

/** The specification's route table (section 2). */
const SPEC_ROUTES = [
  '/',
  '/projects',
  '/projects/new',
  '/projects/:id',
  '/cohorts',
  '/cohorts/subset/:id?',
  '/cohorts/compound/:id',
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
  '/cohorts/build/:id?',
  '/cohorts/describe',
  '/clinical-constructs/score',
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
      for (const args of command.examples) {
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
