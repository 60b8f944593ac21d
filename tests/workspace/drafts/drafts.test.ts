// @vitest-environment jsdom
import { createStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  changed,
  redone,
  undone,
  UNCHANGED,
  readDraft,
  removeDraft,
  writeDraft,
  draftAtom,
  deleteUnfinishedWork,
  draftIdIn,
  withDraft,
  withoutDraft,
} from '#workspace/drafts/draft-storage.ts'
import { latestDraft } from '#workspace/drafts/resume-draft.tsx'

beforeEach(() => localStorage.clear())

describe('draft history', () => {
  const typed = changed(changed(UNCHANGED, 'a', 1_000), 'ab', 1_300)
  const later = changed(typed, 'abc', 9_000)

  it('undoes a burst of typing in one step, back to the start', () => {
    expect(undone(later).present).toBe('ab')
    expect(undone(undone(later)).present).toBeUndefined()
    expect(undone(UNCHANGED)).toBe(UNCHANGED)
  })

  it('redoes undone changes until another change', () => {
    const back = undone(undone(later))
    expect(redone(redone(back)).present).toBe('abc')
    expect(changed(undone(later), 'x', 9_100).future).toEqual([])
    expect(redone(later)).toBe(later)
  })

  it('drops the oldest of many changes', () => {
    let history = UNCHANGED
    for (let change = 0; change < 150; change++) history = changed(history, change, change * 10_000)
    expect(history.past).toHaveLength(100)
  })
})

describe('drafts in browser storage', () => {
  it('are deleted when their user logs out, and those of other users are kept', () => {
    writeDraft('ana', 'abcdef', { projectId: 3, value: { name: 'x' } }, 1)
    writeDraft('anabel', 'abcdef', { projectId: 3, value: { name: 'y' } }, 1)
    const seen = () => ['ana', 'anabel'].map((username) => createStore().get(draftAtom({ username, id: 'abcdef' })))
    expect(seen().map(({ history }) => history.present)).toEqual([{ name: 'x' }, { name: 'y' }])
    deleteUnfinishedWork('ana')
    expect(seen().map(({ history }) => history.present)).toEqual([undefined, { name: 'y' }])
    expect(Object.keys(localStorage)).toEqual(['draft:anabel:abcdef'])
  })

  it('are private to one user', () => {
    writeDraft('ana', 'abcdef', { projectId: 3, value: { name: 'x' } }, 1)
    expect(readDraft('ana', 'abcdef')).toMatchObject({ projectId: 3, value: { name: 'x' } })
    expect(readDraft('bob', 'abcdef')).toBeNull()
    removeDraft('ana', 'abcdef')
    expect(readDraft('ana', 'abcdef')).toBeNull()
  })

  it('store the applied definition, if any', () => {
    writeDraft('ana', 'mnopqr', { projectId: 3, value: { name: 'x' }, applied: '{"parent_id":1}' }, 1)
    writeDraft('ana', 'ghijkl', { projectId: 3, value: { name: 'x' } }, 1)
    const seen = ['mnopqr', 'ghijkl'].map((id) => createStore().get(draftAtom({ username: 'ana', id })).applied)
    expect(seen).toEqual(['{"parent_id":1}', undefined])
  })

  it('are ignored if malformed', () => {
    for (const text of ['', '{', 'null', '[]', '{"value":1}', '{"projectId":"1","at":1,"value":1}']) {
      localStorage.setItem('draft:ana:abcdef', text)
      expect(readDraft('ana', 'abcdef')).toBeNull()
    }
  })

  it('evict the oldest draft of the same user', () => {
    writeDraft('bob', 'bobsdraft', { projectId: null, value: 1 }, 0)
    for (let nth = 1; nth <= 45; nth++) writeDraft('ana', `draft${nth}`, { projectId: null, value: nth }, nth)
    expect([readDraft('ana', 'draft5'), readDraft('bob', 'bobsdraft')]).toEqual([
      null,
      expect.objectContaining({ value: 1 }),
    ])
    expect(readDraft('ana', 'draft6')).not.toBeNull()
  })
})

describe('the last draft of a page', () => {
  it('is the last changed one of the user that is not open', () => {
    const draft = (path: string) => ({ projectId: 3, path, value: {} })
    writeDraft('ana', 'first1', draft('/variable-sets/new'), 1)
    writeDraft('ana', 'third3', draft('/variable-sets/new'), 3)
    writeDraft('ana', 'second', draft('/variable-sets/new'), 2)
    writeDraft('ana', 'others', draft('/cohorts/subset'), 4)
    writeDraft('bob', 'bobs12', draft('/variable-sets/new'), 5)
    expect(latestDraft('ana', '/variable-sets/new', [])).toBe('third3')
    expect(latestDraft('ana', '/variable-sets/new', [null, 'third3'])).toBe('second')
    expect(latestDraft('ana', '/cohorts/build', [])).toBeNull()
  })
})

describe('draft id in a URL', () => {
  it('is read, written and removed', () => {
    const query = new URLSearchParams('variable=A')
    expect(draftIdIn(withDraft(query, 'abc123def456'))).toBe('abc123def456')
    expect(draftIdIn(new URLSearchParams('draft=../x'))).toBeNull()
    expect(withoutDraft('/cohorts/subset?variable=A%26B&draft=abc123&x=1')).toBe('/cohorts/subset?variable=A%26B&x=1')
    expect(withoutDraft('/cohorts/subset?draft=abc123')).toBe('/cohorts/subset')
    expect(withoutDraft('/cohorts')).toBe('/cohorts')
  })
})
