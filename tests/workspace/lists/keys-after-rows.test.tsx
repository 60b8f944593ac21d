import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { KEEPS_KEYS } from '#ui/forms/keeps-keys.ts'
import { useKeysAfterRows } from '#workspace/lists/keys-after-rows.ts'

let field: HTMLInputElement
beforeEach(() => {
  field = document.createElement('input')
  document.body.replaceChildren(field)
  field.focus()
})

function press(list: { readonly text: string; readonly isAnswered: boolean }) {
  const acts: [string, boolean][] = []
  const record = (key: string, isFirst: boolean) => acts.push([key, isFirst])
  const { result, rerender } = renderHook((shown) => useKeysAfterRows(shown, record), { initialProps: list })
  return { acts, result, rerender }
}

test('a key that follows before the row has the focus acts on the row', () => {
  const { acts, result } = press({ text: 'mood', isAnswered: true })
  result.current('ArrowDown')
  result.current('Enter')
  expect(acts).toEqual([
    ['ArrowDown', true],
    ['Enter', false],
  ])
})

test('the first key after a return to the field leaves it again', () => {
  const { acts, result } = press({ text: 'mood', isAnswered: true })
  result.current('Enter')
  field.blur()
  field.focus()
  result.current('Enter')
  expect(acts).toEqual([
    ['Enter', true],
    ['Enter', true],
  ])
})

test('another text has a first key of its own', () => {
  const { acts, result, rerender } = press({ text: 'mood', isAnswered: true })
  result.current('ArrowDown')
  rerender({ text: 'moods', isAnswered: true })
  result.current('ArrowDown')
  expect(acts.map(([, isFirst]) => isFirst)).toEqual([true, true])
})

test('keys after one that waits are kept until the rows are there, or the text is another', () => {
  const { acts, result, rerender } = press({ text: 'mood', isAnswered: false })
  act(() => result.current('ArrowDown'))
  expect([field.hasAttribute(KEEPS_KEYS), acts]).toEqual([true, []])
  rerender({ text: 'mood', isAnswered: true })
  expect([field.hasAttribute(KEEPS_KEYS), acts]).toEqual([false, [['ArrowDown', true]]])
  rerender({ text: 'moods', isAnswered: false })
  act(() => result.current('ArrowDown'))
  rerender({ text: 'mood', isAnswered: false })
  expect(field.hasAttribute(KEEPS_KEYS)).toBe(false)
})
