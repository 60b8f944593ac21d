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

describe('opening', () => {
  it('shows a page in the focused pane', () => {
    expect(shape(reduce(workspace(['/a', '/b'], 1), { type: 'open', url: '/c', where: 'here' }))).toBe('/a [/c]')
  })

  it('goes to the pane that shows the same already', () => {
    expect(shape(reduce(workspace(['/a', '/b']), { type: 'open', url: '/b', where: 'here' }))).toBe('/a [/b]')
  })

  it('changes nothing where the focused pane shows the same', () => {
    const state = workspace(['/a', '/b', '/a'], 2)
    expect(reduce(state, { type: 'open', url: '/a', where: 'here' })).toBe(state)
  })

  it('opens beside, at the right, even what is open already', () => {
    expect(shape(reduce(workspace(['/a', '/b']), { type: 'open', url: '/a', where: 'beside' }))).toBe('/a [/a] /b')
  })

  it('with four panes takes the place of the neighbour at the right, at the end of the one at the left', () => {
    const four = ['/a', '/b', '/c', '/d']
    const beside: WorkspaceAction = { type: 'open', url: '/x', where: 'beside' }
    expect(shape(reduce(workspace(four, 1), beside))).toBe('/a /b [/x] /d')
    expect(shape(reduce(workspace(four, 3), beside))).toBe('/a /b [/x] /d')
  })
})

describe('closing', () => {
  it('moves the focus to what takes the place, at the end to the left', () => {
    expect(shape(reduce(workspace(['/a', '/b', '/c'], 1), { type: 'close', id: 'p1' }))).toBe('/a [/c]')
    expect(shape(reduce(workspace(['/a', '/b'], 1), { type: 'close', id: 'p1' }))).toBe('[/a]')
  })

  it('leaves the focus where it is when another pane is closed', () => {
    expect(shape(reduce(workspace(['/a', '/b']), { type: 'close', id: 'p1' }))).toBe('[/a]')
  })

  it('never closes the last pane', () => {
    const state = workspace(['/a'])
    expect(reduce(state, { type: 'close', id: 'p0' })).toBe(state)
  })

  it('reopens what was closed last, as often as there is something', () => {
    const closed = reduce(workspace(['/a', '/b', '/c']), { type: 'close', id: 'p2' }, { type: 'close', id: 'p1' })
    expect(shape(reduce(closed, { type: 'reopen' }))).toBe('/a [/b]')
    const all = reduce(closed, { type: 'reopen' }, { type: 'reopen' }, { type: 'reopen' })
    expect([shape(all), all.closed]).toEqual(['/a /b [/c]', []])
  })
})

describe('moving the focus', () => {
  it('by position, and from one end to the other', () => {
    const state = workspace(['/a', '/b', '/c'], 1)
    expect(shape(reduce(state, { type: 'focus-position', position: 3 }))).toBe('/a /b [/c]')
    expect(shape(reduce(state, { type: 'previous' }, { type: 'previous' }))).toBe('/a /b [/c]')
    expect(shape(reduce(state, { type: 'next' }, { type: 'next' }))).toBe('[/a] /b /c')
    expect(reduce(state, { type: 'focus-position', position: 4 })).toBe(state)
    expect(reduce(state, { type: 'focus', id: 'gone' })).toBe(state)
  })
})

describe('navigating in a pane', () => {
  it('touches no other pane and not the focus', () => {
    const state = workspace(['/a', '/b'])
    const next = reduce(state, { type: 'navigate', id: 'p1', url: '/c', replace: false })
    expect(shape(next)).toBe('[/a] /c')
    expect(next.panes[0]).toBe(state.panes[0])
  })

  it('changes nothing where the pane is gone or shows the same', () => {
    const state = workspace(['/a'])
    expect(reduce(state, { type: 'navigate', id: 'gone', url: '/c', replace: true })).toBe(state)
    expect(reduce(state, { type: 'navigate', id: 'p0', url: '/a', replace: true })).toBe(state)
  })
})

describe('moving a pane', () => {
  it('changes its place and keeps the focus with it, and not past the ends', () => {
    const state = workspace(['/a', '/b', '/c'])
    expect(shape(reduce(state, { type: 'move', by: 1 }))).toBe('/b [/a] /c')
    expect(shape(reduce(state, { type: 'move', by: 1 }, { type: 'move', by: 1 }))).toBe('/b /c [/a]')
    expect(reduce(state, { type: 'move', by: -1 })).toBe(state)
  })
})

describe('linking', () => {
  const linked = (urls: readonly string[], focused = 0) =>
    reduce(workspace(urls, focused), { type: 'link', url: '/row/1' })

  it('lets the neighbour follow, at the right before the left, or opens one', () => {
    expect(shape(linked(['/list', '/b']))).toBe('[/list] /row/1')
    expect(shape(linked(['/b', '/list'], 1))).toBe('/row/1 [/list]')
    expect(shape(linked(['/list']))).toBe('[/list] /row/1')
  })

  it('shows in the follower what the list stands on, and in no other', () => {
    const state = linked(['/list', '/b', '/c'])
    expect(shape(reduce(state, { type: 'follow', listId: 'p0', url: '/row/2' }))).toBe('[/list] /row/2 /c')
    expect(reduce(state, { type: 'follow', listId: 'p2', url: '/row/2' })).toBe(state)
  })

  it('ends by linking again, and when either pane is closed', () => {
    const state = linked(['/list', '/b'])
    expect(reduce(state, { type: 'link', url: '/row/3' })).toEqual({ ...state, link: null })
    expect(reduce(state, { type: 'close', id: 'p1' }).link).toBeNull()
    expect(reduce(state, { type: 'close', id: 'p0' }).link).toBeNull()
  })
})

describe('arranging', () => {
  it('shows just these pages, and keeps the panes that show one of them already', () => {
    const state = workspace(['/a', '/b', '/c'], 2)
    const next = reduce(state, { type: 'arrange', urls: ['/x', '/b'] })
    expect(shape(next)).toBe('[/x] /b')
    expect(next.panes[1]).toBe(state.panes[1])
    expect(shape(reduce(state, { type: 'arrange', urls: ['/a', '/a', '/1', '/2', '/3'] }))).toBe('[/a] /a /1 /2')
    expect(reduce(state, { type: 'arrange', urls: [] })).toBe(state)
  })
})
