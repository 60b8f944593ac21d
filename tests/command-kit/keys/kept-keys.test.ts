// @vitest-environment jsdom
import userEvent from '@testing-library/user-event'
import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepKey, keepKeys } from '#command-kit/keys/kept-keys.ts'

const store = createStore()
const keep = (event: KeyboardEvent) => {
  if (keepKey(store, event, event.ctrlKey && event.key === 's')) event.preventDefault()
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

test('presses Tab, Shift+Tab, commands and Alt with a letter again, in order with the characters', async () => {
  const pressed = vi.fn<(key: string, place: string) => void>()
  const end = keepKeys(store)
  await userEvent.keyboard('a{Tab}b{Tab}{Tab}c{Shift>}{Tab}{Tab}{/Shift}d{Alt>}g{/Alt}{Control>}s{/Control}')
  document.body.innerHTML = `<h1 tabindex="-1">Page</h1><input id="one"><button disabled></button>
    <input id="two" value="0"><input type="radio" name="r"><input type="radio" name="r" checked><input id="four">`
  const values = () => [...document.querySelectorAll<HTMLInputElement>('[id]')].map(({ value }) => value)
  const note = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, target } = event
    if ((altKey || ctrlKey) && key.length === 1 && target instanceof Element) pressed(key, target.id)
  }
  window.addEventListener('keydown', note)
  document.querySelector<HTMLElement>('#one')?.focus()
  end(true)
  await vi.waitFor(() =>
    expect(pressed.mock.calls).toEqual([
      ['g', 'two'],
      ['s', 'two'],
    ]),
  )
  window.removeEventListener('keydown', note)
  expect(values()).toEqual(['a', 'd', 'c'])
})

test('leaves the browser its own keys, and what runs at once', async () => {
  const end = keepKeys(store)
  const passed = vi.fn<(key: string) => void>()
  const note = (event: KeyboardEvent) => event.defaultPrevented || passed(event.key)
  document.body.addEventListener('keydown', note)
  await userEvent.keyboard('{Alt>}d{/Alt}{Meta>}r{/Meta}{F5}')
  document.body.removeEventListener('keydown', note)
  end()
  expect(passed.mock.calls.flat()).toEqual(['Alt', 'd', 'Meta', 'r', 'F5'])
})

test('keeps Tab and commands behind the keys that a list keeps until its rows are there', async () => {
  const field = add('<input data-keeps-keys><input id="next">')
  field.focus()
  const saved = vi.fn<(place: unknown) => void>()
  const note = (event: KeyboardEvent) => event.key === 's' && saved(document.activeElement?.id)
  window.addEventListener('keydown', note)
  await userEvent.keyboard('{Tab}x{Control>}s{/Control}')
  window.removeEventListener('keydown', note)
  saved.mockClear()
  expect(document.activeElement).toBe(field)
  window.addEventListener('keydown', note)
  field.removeAttribute('data-keeps-keys')
  await vi.waitFor(() => expect(saved.mock.calls).toEqual([['next']]))
  window.removeEventListener('keydown', note)
  expect(document.querySelector('#next')).toHaveProperty('value', 'x')
})
