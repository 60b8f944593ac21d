// @vitest-environment jsdom
import { atom } from 'jotai'
import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '#api/result.ts'
import { commandViewAtom } from '#command-kit/availability.ts'
import { copyFormats, copyText, refusedCopyAtom } from '#command-kit/clipboard.ts'
import { action, invocationOf, link, route, type Availability } from '#command-kit/declaration.ts'
import { lastRepeatableAtom } from '#command-kit/kit.tsx'
import { paletteAtom } from '#command-kit/palette/palette-state.ts'
import type { SomeCommands } from '#command-kit/registry.ts'
import { scoreOf, usageAtom } from '#command-kit/usage.ts'
import { UNEXPECTED_ERROR } from '#domain/messages.ts'
import { smallKit } from '#tests/support/small-commands.ts'

const COMMON = { section: 'Test', help: 'Does it.' }
const screen = () => Promise.resolve({ default: () => null })

const cohortShow = route<'cohort.show'>({
  ...COMMON,
  path: '/cohorts/:id',
  screen,
  chapter: 'cohorts',
  title: 'View Cohort',
  ask: { cohortId: { kind: 'cohort', prompt: 'Which cohort?' } },
  toTarget: ({ cohortId }) => ({ params: { id: String(cohortId) } }),
  fromTarget: (params) => ({ cohortId: Number(params['id']) }),
  subject: ({ cohortId }) => ({ kind: 'cohort', value: cohortId }),
})
const download = route<'download.new'>({
  ...COMMON,
  path: '/downloads/new',
  screen,
  chapter: 'cohorts',
  title: 'Download',
  ask: {
    cohortId: { kind: 'cohort', prompt: 'Which cohort?' },
    variableSetId: { kind: 'variable-set', prompt: 'Which set?' },
  },
  toTarget: ({ cohortId, variableSetId }) => ({ query: { cohort: String(cohortId), set: String(variableSetId) } }),
  fromTarget: () => ({}),
})
const newSubset = route<'cohort.new-subset'>({
  ...COMMON,
  path: '/cohorts/subset/:id?',
  screen,
  chapter: 'cohorts',
  title: 'New Subset',
  ask: { parentId: { kind: 'cohort', prompt: 'Of which cohort?', optional: true } },
  toTarget: ({ parentId }) => ({ params: { id: parentId === undefined ? undefined : String(parentId) } }),
  fromTarget: () => ({}),
})

function logOut(run: () => Promise<Failure | void> | void, more: object = {}): SomeCommands {
  return { 'session.log-out': action<'session.log-out'>({ ...COMMON, title: 'Log out', run, ...more }) }
}
const LOG_OUT = invocationOf('session.log-out', {})

describe('running a command', () => {
  it('opens a route in the requested place', async () => {
    const { kit, workspace } = smallKit({ 'cohort.show': cohortShow })
    expect(await kit.run(invocationOf('cohort.show', { cohortId: 12 }), 'beside', 'button')).toBe('ran')
    expect(workspace.open.mock.calls).toEqual([['/cohorts/12', 'beside']])
  })

  it('opens what an action opens in the place where the action was asked for', async () => {
    const show = action<'session.log-out'>({
      ...COMMON,
      title: 'Show',
      run: async ({ run }) => void (await run({ id: 'cohort.show', args: { cohortId: 12 } })),
    })
    const { kit, workspace } = smallKit({ 'cohort.show': cohortShow, 'session.log-out': show })
    expect(await kit.run(LOG_OUT, 'beside', 'palette')).toBe('ran')
    expect(workspace.open.mock.calls).toEqual([['/cohorts/12', 'beside']])
  })

  it('opens a link in a new tab without access to the opener', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const guide = link<'session.log-out'>({ ...COMMON, title: 'Guide', url: () => '/guide.pdf' })
    await smallKit({ 'session.log-out': guide }).kit.run(LOG_OUT, 'here', 'button')
    expect(open.mock.calls).toEqual([['/guide.pdf', '_blank', 'noopener']])
    open.mockRestore()
  })

  it('shows the success message, counts the use, and can repeat the command', async () => {
    const run = vi.fn<() => void>()
    const { kit, toast, store } = smallKit(logOut(run, { success: 'Done.', repeatable: true }))
    expect(await kit.run(LOG_OUT, 'here', 'key')).toBe('ran')
    expect(toast.success.mock.calls).toEqual([['Done.']])
    expect(store.get(lastRepeatableAtom)).toEqual(LOG_OUT)
    expect(scoreOf(store.get(usageAtom('tester')), 'command:session.log-out', Date.now())).toBeCloseTo(1, 3)
    kit.contextFor('key').palette.repeatLast()
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
  })

  it.each([
    ['the server’s message', 'Name is taken.', 'Name is taken.'],
    ['the failed operation if the server sent no message', null, 'Unable to log out.'],
  ])('shows %s when it fails', async (_what, serverMessage, shown) => {
    const failure: Failure = {
      ok: false,
      status: 400,
      message: `Bad Request. ${serverMessage} Unable to log out.`,
      serverMessage,
      context: 'Unable to log out.',
      issues: [],
    }
    const { kit, toast } = smallKit(logOut(() => Promise.resolve(failure), { success: 'Done.' }))
    expect(await kit.run(LOG_OUT, 'here', 'button')).toBe('failed')
    expect([toast.failure.mock.calls, toast.success.mock.calls]).toEqual([[[shown]], []])
  })

  it('shows an unexpected error to the user and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const broken = new Error('broken')
    const { kit, toast } = smallKit(logOut(() => Promise.reject(broken)))
    expect(await kit.run(LOG_OUT, 'here', 'button')).toBe('failed')
    expect([toast.error.mock.calls, log.mock.calls]).toEqual([[[UNEXPECTED_ERROR]], [[broken]]])
    log.mockRestore()
  })

  it('shows the text that the browser did not allow to copy, and no success', async () => {
    vi.stubGlobal('navigator', {
      clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
    })
    const { kit, toast, store } = smallKit(logOut(() => copyText('Methods'), { success: 'Copied.' }))
    expect(await kit.run(LOG_OUT, 'here', 'button')).toBe('failed')
    expect(store.get(refusedCopyAtom)).toBe('Methods')
    expect([toast.error.mock.calls, toast.success.mock.calls]).toEqual([[], []])
    vi.unstubAllGlobals()
  })

  it('says that a picture could not be copied without a clipboard', async () => {
    const { kit, toast } = smallKit(logOut(() => copyFormats({ 'image/png': Promise.resolve(new Blob()) }, null)))
    expect(await kit.run(LOG_OUT, 'here', 'button')).toBe('failed')
    expect(toast.error.mock.calls).toEqual([['The browser did not allow copying. Save the picture instead.']])
  })
})

describe('unavailable command', () => {
  const off = { available: (): Availability => ({ because: 'Not now.' }) }

  it('shows the reason, but not after a key press', async () => {
    const run = vi.fn<() => void>()
    const { kit, toast } = smallKit(logOut(run, off))
    expect(await kit.run(LOG_OUT, 'here', 'key')).toBe('refused')
    expect(toast.error).not.toHaveBeenCalled()
    expect(await kit.run(LOG_OUT, 'here', 'palette')).toBe('refused')
    expect([toast.error.mock.calls, run.mock.calls]).toEqual([[['Not now.']], []])
  })

  it('asks for no arguments if the command is unavailable or hidden', async () => {
    const { kit, store } = smallKit({ 'cohort.show': { ...cohortShow, ...off } })
    expect(await kit.run(invocationOf('cohort.show', {}), 'here', 'button')).toBe('refused')
    expect(store.get(paletteAtom).isOpen).toBe(false)
    const hidden = smallKit(logOut(() => undefined, { visible: () => false }))
    expect(await hidden.kit.run(LOG_OUT, 'here', 'button')).toBe('refused')
  })

  it('updates when an atom of its rule changes in the given store', () => {
    const onAtom = atom(false)
    const commands = logOut(() => undefined, {
      available: ({ store }: { store: { get: (read: typeof onAtom) => boolean } }) =>
        store.get(onAtom) || { because: 'Off.' },
    })
    const { kit, store } = smallKit(commands)
    const view = commandViewAtom(kit, LOG_OUT)
    const seen: unknown[] = []
    const stop = store.sub(view, () => seen.push(store.get(view).availability))
    expect(store.get(view).availability).toEqual({ because: 'Off.' })
    store.set(onAtom, true)
    store.set(onAtom, true)
    stop()
    expect(seen).toEqual([true])
  })
})

describe('missing arguments', () => {
  it('are asked for on one page each', async () => {
    const { kit, store, workspace } = smallKit({ 'download.new': download })
    expect(await kit.run(invocationOf('download.new', {}), 'beside', 'key')).toBe('asked')
    expect(store.get(paletteAtom)).toMatchObject({
      isOpen: true,
      pages: [invocationOf('download.new', {})],
      where: 'beside',
    })
    expect(workspace.open).not.toHaveBeenCalled()
  })

  it('are filled from the panes and can be changed', async () => {
    const { kit, store } = smallKit({ 'download.new': download }, { subjects: [{ kind: 'cohort', value: 12 }] })
    await kit.run(invocationOf('download.new', {}), 'here', 'key')
    expect(store.get(paletteAtom).pages).toEqual([
      invocationOf('download.new', {}),
      invocationOf('download.new', { cohortId: 12 }),
    ])
  })

  it('are not asked for if the panes provide all of them', async () => {
    const subjects = [
      { kind: 'variable-set', value: 7 },
      { kind: 'cohort', value: 12 },
    ] as const
    const { kit, workspace } = smallKit({ 'download.new': download }, { subjects })
    expect(await kit.run(invocationOf('download.new', {}), 'here', 'key')).toBe('ran')
    expect(workspace.open.mock.calls).toEqual([['/downloads/new?cohort=12&set=7', 'here']])
  })

  it('are always asked for by a command that shows an object, since the pane shows its own already', async () => {
    const { kit, store } = smallKit({ 'cohort.show': cohortShow }, { subjects: [{ kind: 'cohort', value: 12 }] })
    expect(await kit.run(invocationOf('cohort.show', {}), 'here', 'palette')).toBe('asked')
    expect(store.get(paletteAtom).pages).toEqual([invocationOf('cohort.show', {})])
  })

  it('are taken from the panes by a key but not by a link if they are optional', async () => {
    const subjects = [{ kind: 'cohort', value: 12 }] as const
    const { kit, workspace } = smallKit({ 'cohort.new-subset': newSubset }, { subjects })
    await kit.run(invocationOf('cohort.new-subset', {}), 'here', 'key')
    await kit.run(invocationOf('cohort.new-subset', {}), 'here', 'button')
    expect(workspace.open.mock.calls.map(([url]) => url)).toEqual(['/cohorts/subset/12', '/cohorts/subset'])
  })
})
