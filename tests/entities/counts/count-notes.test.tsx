import { render } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { CountNotes, NotCountedAnywhere, NotSummarized } from '#entities/counts/count-notes.tsx'
import { userinfoAtom } from '#entities/session/session.ts'
import { userinfoOf } from '#tests/support/userinfo-of.ts'

const USER = { username: 'ada', firstName: '', lastName: '', privileges: ['bp'], collections: ['bp'] }

async function show(notCounted: string[], element: ReactNode): Promise<string> {
  const store = createStore()
  await store.set(userinfoAtom, { data: { ...userinfoOf(USER), notCounted } })
  const { container, unmount } = render(<Provider store={store}>{element}</Provider>)
  const text = container.textContent
  unmount()
  return text
}

test('notes name the collections whose number is suppressed, once each', async () => {
  const notes = (leftOut: readonly string[]) => show([], <CountNotes leftOut={leftOut} />)
  expect(await notes(['sz', 'au', 'sz'])).toMatch(/^Not counted: au, sz\. /)
  expect(await notes([])).toBe('')
  expect(await show([], <NotCountedAnywhere />)).toBe('')
})

test('where no unreadable individual is counted, every note names the collections without access', async () => {
  const words = 'Not counted: no access to au, sz.'
  expect(await show(['au', 'sz'], <CountNotes leftOut={['sz']} />)).toBe(words)
  expect(await show(['au', 'sz'], <NotSummarized collections={[]} />)).toBe(words)
  expect(await show(['au', 'sz'], <NotCountedAnywhere />)).toBe(words)
})
