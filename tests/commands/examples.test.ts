// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call } from '#api/result.ts'
import type { Source } from '#command-kit/context.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { createCommandKit } from '#command-kit/kit.tsx'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { UNEXPECTED_ERROR } from '#domain/messages.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { examplesOf } from '#tests/commands/examples.ts'
import { smallKit } from '#tests/support/small-commands.ts'

const registry = createRegistry(commands)
const examples = registry.ids.flatMap((id) =>
  examplesOf(id).map((args, place) => [`${id} ${place + 1}`, id, args] as const),
)
/** Effects on the browser: tabs, files, clipboard. */
const browser: string[] = []

beforeEach(() => {
  vi.stubGlobal('open', (url: string) => void browser.push(`tab ${url}`))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    browser.push(`file ${this.download}`)
  })
  const clipboard = {
    readText: () => Promise.resolve('No definition'),
    writeText: (text: string) => Promise.resolve(void browser.push(`clipboard ${text}`)),
  }
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Effects of a run on server, panes and browser. Every request fails, so a run ends at its first one. */
async function effectsOf(id: (typeof examples)[number][1], args: object, source: Source) {
  const { parts, workspace, toast, store } = smallKit(commands)
  browser.length = 0
  const sent: string[] = []
  const call: Call = (endpoint, request) => {
    sent.push(`${endpoint.method} ${endpoint.path} ${JSON.stringify(request)}`)
    return Promise.resolve({
      ok: false,
      status: 503,
      context: 'Not now.',
      message: 'Not now.',
      serverMessage: null,
      issues: [],
    })
  }
  store.set(callAtom, { call })
  const user = { username: 'tester', isAdmin: true, collections: ['bp'] }
  const kit = createCommandKit(registry, [], { ...parts, call, user, capabilities: CAPABILITIES })
  const outcome = await kit.run(invocationOf(id, args), 'here', source)
  const panes = Object.entries(workspace).flatMap(([name, method]) =>
    vi.isMockFunction(method) ? method.mock.calls.map((values) => `${name} ${JSON.stringify(values)}`) : [],
  )
  expect(toast.error).not.toHaveBeenCalledWith(UNEXPECTED_ERROR)
  return { outcome, sent, panes, browser: [...browser] }
}

describe.each(examples)('%s', (_name, id, args) => {
  it('has the same effect by palette, key and button', async () => {
    const byButton = await effectsOf(id, args, 'button')
    expect(byButton.outcome).not.toBe('asked')
    expect(await effectsOf(id, args, 'key')).toEqual(byButton)
    expect(await effectsOf(id, args, 'palette')).toEqual(byButton)
    const command = registry.command(id)
    if (command.kind === 'route') expect(byButton.panes).toEqual([`open ["${registry.hrefOf({ id, args })}","here"]`])
    if (command.kind === 'link' && byButton.outcome === 'ran')
      expect(byButton.browser).toEqual([expect.stringMatching(/^tab \//)])
  })
})
