// @vitest-environment jsdom
import userEvent from '@testing-library/user-event'
import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepKey, keepKeys } from '#command-kit/keys/kept-keys.ts'

const store = createStore()
const keep = (event: KeyboardEvent) => {
  if (keepKey(store, event)) event.preventDefault()
}

beforeEach(() => window.addEventListener('keydown', keep, { capture: true }))
afterEach(() => {
  window.removeEventListener('keydown', keep, { capture: true })
  document.body.replaceChildren()
})

function add(html: string): HTMLElement {
  document.body.innerHTML = html
  const field = document.querySelector('input, select')
  if (!(field instanceof HTMLElement)) throw new Error('There is no field.')
  return field
}

test('types the characters kept into the field that has the focus, then Enter', async () => {
  const pressed = vi.fn<(key: string) => void>()
  const [endOne, endOther] = [keepKeys(store), keepKeys(store)]
  await userEvent.keyboard('/1x{Backspace}2{Enter}')
  const field = add('<input value="0">')
  field.addEventListener('keydown', ({ key }) => pressed(key))
  field.focus()
  if (field instanceof HTMLInputElement) field.setSelectionRange(1, 1)
  endOne()
  endOne()
  await Promise.resolve()
  expect(field).toHaveProperty('value', '0')
  endOther()
  await vi.waitFor(() => expect(pressed.mock.calls).toEqual([['Enter']]))
  expect(field).toHaveProperty('value', '012')
})

test('types them before the next key once the field has the focus, whatever else waits', async () => {
  const [endField, endOther] = [keepKeys(store), keepKeys(store)]
  await userEvent.keyboard('ab')
  const field = add('<input>')
  field.focus()
  endField(true)
  await userEvent.keyboard('c')
  endOther()
  await Promise.resolve()
  expect(field).toHaveProperty('value', 'abc')
})

test('chooses the option that begins with the characters', async () => {
  const end = keepKeys(store)
  await userEvent.keyboard('1')
  const field = add('<select><option value="a">0 · No</option><option value="b">1 · Yes</option></select>')
  field.focus()
  end()
  await vi.waitFor(() => expect(field).toHaveProperty('value', 'b'))
})

test('presses the keys again on a page without a field, and drops them on Escape', async () => {
  const pressed = vi.fn<(key: string) => void>()
  const end = keepKeys(store)
  await userEvent.keyboard('a{Escape}b')
  document.body.addEventListener('keydown', ({ key }) => pressed(key))
  end()
  await vi.waitFor(() => expect(pressed.mock.calls).toEqual([['b']]))
})
