// @vitest-environment jsdom
import { createStore } from 'jotai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createWorkspaceHistory } from '#workspace/history.ts'
import { focusRequestAtom, isMaximisedAtom, workspaceAtom } from '#workspace/panes/pane-atoms.ts'
import { createPaneNavigator } from '#workspace/panes/pane-frame.tsx'

const isRoute = (url: string) => /^\/(cohorts|variables)(\/|\?|$)/.test(url)
const stops: (() => void)[] = []

function start(address: string, state: unknown = null) {
  window.history.replaceState(state, '', address)
  const store = createStore()
  const history = createWorkspaceHistory({ store, isRoute })
  stops.push(history.start())
  const shown = () => {
    const { panes, focusedId } = store.get(workspaceAtom)
    return panes.map(({ id, url }) => (id === focusedId ? `[${url}]` : url)).join(' ')
  }
  return { ...history, store, shown, panes: () => store.get(workspaceAtom).panes }
}

const address = () => `${window.location.pathname}${window.location.search}`

function back(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    window.history.back()
  })
}

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

describe('workspace history', () => {
  it('reads the URL and removes its invalid parts', () => {
    const { shown } = start('/cohorts/12?beside=/variables/A&beside=https://elsewhere.example/')
    expect([shown(), address()]).toEqual(['[/cohorts/12] /variables/A', '/cohorts/12?beside=%2Fvariables%2FA'])
  })

  it('pushes an entry when a pane opens or closes, and restores the same panes on Back', async () => {
    const { dispatch, shown, panes } = start('/cohorts')
    const [first] = panes()
    dispatch({ type: 'open', url: '/variables/A', where: 'beside' })
    expect(address()).toBe('/variables/A?beside=%2Fcohorts&beside=%7C')
    const [, second] = panes()
    dispatch({ type: 'close', id: second?.id ?? '' })
    expect(shown()).toBe('[/cohorts]')
    await back()
    expect(shown()).toBe('/cohorts [/variables/A]')
    expect(panes()).toEqual([first, second])
    await back()
    expect([shown(), panes()[0]]).toEqual(['[/cohorts]', first])
  })

  it('replaces the entry for a focus change, with a delay', () => {
    vi.useFakeTimers()
    const { dispatch, shown } = start('/cohorts?beside=/variables/A')
    const before = window.history.length
    dispatch({ type: 'next' })
    dispatch({ type: 'previous' })
    dispatch({ type: 'next' })
    expect([shown(), address()]).toEqual(['/cohorts [/variables/A]', '/cohorts?beside=%2Fvariables%2FA'])
    vi.advanceTimersByTime(200)
    expect([address(), window.history.length]).toEqual(['/variables/A?beside=%2Fcohorts&beside=%7C', before])
  })

  it('keeps a pane maximised across a reload and Back, but not in a shared link', async () => {
    const { dispatch, maximise, store } = start('/cohorts?beside=/variables/A')
    const isMaximised = () => store.get(isMaximisedAtom)
    maximise()
    dispatch({ type: 'open', url: '/variables/B', where: 'beside' })
    expect(isMaximised()).toBe(false)
    await back()
    expect([isMaximised(), address()]).toEqual([true, '/cohorts?beside=%2Fvariables%2FA'])
    const reloaded = start(address(), window.history.state)
    expect(reloaded.store.get(isMaximisedAtom)).toBe(true)
    expect(start(address()).store.get(isMaximisedAtom)).toBe(false)
  })

  it('writes pending changes before it pushes an entry', async () => {
    const { dispatch, shown, panes } = start('/variables')
    const id = panes()[0]?.id ?? ''
    dispatch({ type: 'navigate', id, url: '/variables?q=mood', replace: true })
    dispatch({ type: 'navigate', id, url: '/variables/A', replace: false })
    expect(address()).toBe('/variables/A')
    await back()
    expect(shown()).toBe('[/variables?q=mood]')
  })

  it('keeps panes for an entry without stored state', () => {
    const { panes } = start('/cohorts?beside=/variables/A')
    const before = panes()
    window.history.replaceState(null, '', '/cohorts?beside=/variables/B')
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect([panes()[0] === before[0], panes()[1]?.id === before[1]?.id]).toEqual([true, false])
  })

  it('rejects malformed stored state', () => {
    const { panes } = start('/cohorts?beside=/variables/A', { paneIds: ['pane-1', 'pane-1'] })
    expect(new Set(panes().map(({ id }) => id)).size).toBe(2)
  })

  it('moves the keyboard focus to the pane of a command, but not of a click', () => {
    const { dispatch, store, panes } = start('/cohorts?beside=/variables/A')
    const [first, second] = panes().map(({ id }) => id)
    dispatch({ type: 'focus', id: second ?? '' })
    expect(store.get(focusRequestAtom)).toBeNull()
    dispatch({ type: 'previous' })
    expect(store.get(focusRequestAtom)).toEqual({ paneId: first })
  })
})

describe('pane navigator', () => {
  it('navigates its own pane to internal pages, without hash and other panes', () => {
    const history = start('/cohorts?beside=/variables/A')
    const navigator = createPaneNavigator(history.panes()[1]?.id ?? '', history)
    navigator.push({ pathname: '/variables/B', search: '?x=1', hash: '#y' })
    navigator.push('//elsewhere.example/')
    expect(history.shown()).toBe('[/cohorts] /variables/B?x=1')
    navigator.replace('/variables/B?beside=/cohorts')
    expect(history.shown()).toBe('[/cohorts] /variables/B')
    expect(navigator.createHref({ pathname: '/variables/B', search: '?x=1' })).toBe('/variables/B?x=1')
  })
})
