import { describe, expect, it } from 'vitest'
import { reduceWorkspace, type WorkspaceAction, type WorkspaceState } from '#workspace/panes/panes.ts'

function workspace(urls: readonly string[], focused = 0): WorkspaceState {
  return {
    panes: urls.map((url, index) => ({ id: `p${index}`, url })),
    focusedId: `p${focused}`,
    closed: [],
    link: null,
  }
}

function reduce(state: WorkspaceState, ...actions: readonly WorkspaceAction[]): WorkspaceState {
  let minted = 0
  return actions.reduce((current, action) => reduceWorkspace(current, action, () => `new${++minted}`), state)
}

/** URLs in order, the focused one in brackets. */
function shape({ panes, focusedId }: WorkspaceState): string {
  return panes.map(({ id, url }) => (id === focusedId ? `[${url}]` : url)).join(' ')
}

describe('opening a page', () => {
  it('shows it in the focused pane', () => {
    expect(shape(reduce(workspace(['/a', '/b'], 1), { type: 'open', url: '/c', where: 'here' }))).toBe('/a [/c]')
  })

  it('focuses the pane that shows it already', () => {
    expect(shape(reduce(workspace(['/a', '/b']), { type: 'open', url: '/b', where: 'here' }))).toBe('/a [/b]')
  })

  it('changes nothing if the focused pane shows it already', () => {
    const state = workspace(['/a', '/b', '/a'], 2)
    expect(reduce(state, { type: 'open', url: '/a', where: 'here' })).toBe(state)
  })

  it('opens it beside, to the right, even if it is open already', () => {
    expect(shape(reduce(workspace(['/a', '/b']), { type: 'open', url: '/a', where: 'beside' }))).toBe('/a [/a] /b')
  })

  it('replaces the pane to the right if four are open, or the one to the left of the last pane', () => {
    const four = ['/a', '/b', '/c', '/d']
    const beside: WorkspaceAction = { type: 'open', url: '/x', where: 'beside' }
    expect(shape(reduce(workspace(four, 1), beside))).toBe('/a /b [/x] /d')
    expect(shape(reduce(workspace(four, 3), beside))).toBe('/a /b [/x] /d')
  })
})

describe('closing a pane', () => {
  it('moves the focus to the pane that takes its place, or to the left at the end', () => {
    expect(shape(reduce(workspace(['/a', '/b', '/c'], 1), { type: 'close', id: 'p1' }))).toBe('/a [/c]')
    expect(shape(reduce(workspace(['/a', '/b'], 1), { type: 'close', id: 'p1' }))).toBe('[/a]')
  })

  it('keeps the focus if another pane is closed', () => {
    expect(shape(reduce(workspace(['/a', '/b']), { type: 'close', id: 'p1' }))).toBe('[/a]')
  })

  it('never closes the last pane', () => {
    const state = workspace(['/a'])
    expect(reduce(state, { type: 'close', id: 'p0' })).toBe(state)
  })

  it('reopens closed panes in reverse order', () => {
    const closed = reduce(workspace(['/a', '/b', '/c']), { type: 'close', id: 'p2' }, { type: 'close', id: 'p1' })
    expect(shape(reduce(closed, { type: 'reopen' }))).toBe('/a [/b]')
    const all = reduce(closed, { type: 'reopen' }, { type: 'reopen' }, { type: 'reopen' })
    expect([shape(all), all.closed]).toEqual(['/a /b [/c]', []])
  })

  it('reopens a pane at its place, whichever pane has the focus', () => {
    const closed = reduce(workspace(['/a', '/b', '/c'], 2), { type: 'close', id: 'p0' })
    expect(shape(reduce(closed, { type: 'reopen' }))).toBe('[/a] /b /c')
  })
})

describe('moving the focus', () => {
  it('goes to a position, and wraps around at both ends', () => {
    const state = workspace(['/a', '/b', '/c'], 1)
    expect(shape(reduce(state, { type: 'focus-position', position: 3 }))).toBe('/a /b [/c]')
    expect(shape(reduce(state, { type: 'previous' }, { type: 'previous' }))).toBe('/a /b [/c]')
    expect(shape(reduce(state, { type: 'next' }, { type: 'next' }))).toBe('[/a] /b /c')
    expect(reduce(state, { type: 'focus-position', position: 4 })).toBe(state)
    expect(reduce(state, { type: 'focus', id: 'gone' })).toBe(state)
  })
})

describe('navigation within a pane', () => {
  it('keeps the other panes and the focus', () => {
    const state = workspace(['/a', '/b'])
    const next = reduce(state, { type: 'navigate', id: 'p1', url: '/c', replace: false })
    expect(shape(next)).toBe('[/a] /c')
    expect(next.panes[0]).toBe(state.panes[0])
  })

  it('changes nothing if the pane is closed or shows the page already', () => {
    const state = workspace(['/a'])
    expect(reduce(state, { type: 'navigate', id: 'gone', url: '/c', replace: true })).toBe(state)
    expect(reduce(state, { type: 'navigate', id: 'p0', url: '/a', replace: true })).toBe(state)
  })
})

describe('moving a pane', () => {
  it('moves it with the focus, and not past the ends', () => {
    const state = workspace(['/a', '/b', '/c'])
    expect(shape(reduce(state, { type: 'move', by: 1 }))).toBe('/b [/a] /c')
    expect(shape(reduce(state, { type: 'move', by: 1 }, { type: 'move', by: 1 }))).toBe('/b /c [/a]')
    expect(reduce(state, { type: 'move', by: -1 })).toBe(state)
  })
})

describe('linked panes', () => {
  const linked = (urls: readonly string[], focused = 0) =>
    reduce(workspace(urls, focused), { type: 'link', url: '/row/1' })

  it('links the right neighbour, else the left, else a new pane', () => {
    expect(shape(linked(['/list', '/b']))).toBe('[/list] /row/1')
    expect(shape(linked(['/b', '/list'], 1))).toBe('/row/1 [/list]')
    expect(shape(linked(['/list']))).toBe('[/list] /row/1')
  })

  it('shows the current row of the list in the linked pane only', () => {
    const state = linked(['/list', '/b', '/c'])
    expect(shape(reduce(state, { type: 'follow', listId: 'p0', url: '/row/2' }))).toBe('[/list] /row/2 /c')
    expect(reduce(state, { type: 'follow', listId: 'p2', url: '/row/2' })).toBe(state)
  })

  it('end by linking again or by closing either pane', () => {
    const state = linked(['/list', '/b'])
    expect(reduce(state, { type: 'link', url: '/row/3' })).toEqual({ ...state, link: null })
    expect(reduce(state, { type: 'close', id: 'p1' }).link).toBeNull()
    expect(reduce(state, { type: 'close', id: 'p0' }).link).toBeNull()
  })
})

describe('arranging panes', () => {
  it('shows the given pages and keeps panes that show one of them already', () => {
    const state = workspace(['/a', '/b', '/c'], 2)
    const next = reduce(state, { type: 'arrange', urls: ['/x', '/b'] })
    expect(shape(next)).toBe('[/x] /b')
    expect(next.panes[1]).toBe(state.panes[1])
    expect(shape(reduce(state, { type: 'arrange', urls: ['/a', '/a', '/1', '/2', '/3'] }))).toBe('[/a] /a /1 /2')
    expect(reduce(state, { type: 'arrange', urls: [] })).toBe(state)
  })
})
