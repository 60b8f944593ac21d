// @vitest-environment jsdom
import userEvent from '@testing-library/user-event'
import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { forgetEarlyPalette, takeEarlyKeys } from '#command-kit/palette/early-palette.ts'
import { paletteAtom, paletteFieldAtom } from '#command-kit/palette/palette-state.ts'

test('opens the palette and buffers the text typed before its field exists', async () => {
  const store = createStore()
  const user = userEvent.setup()
  const end = takeEarlyKeys(store)
  await user.keyboard('x')
  expect(store.get(paletteAtom).isOpen).toBe(false)
  await user.keyboard('{Control>}k{/Control}c anx{Backspace}')
  expect(store.get(paletteAtom)).toMatchObject({ isOpen: true, pages: [], typed: 'c an' })
  store.set(paletteFieldAtom, true)
  await user.keyboard('y')
  expect(store.get(paletteAtom).typed).toBe('c an')
  end()
})

test('leaves the keys alone once it has ended, and forgets a palette without a session', async () => {
  const store = createStore()
  const user = userEvent.setup()
  const end = takeEarlyKeys(store)
  await user.keyboard('{Control>}k{/Control}c')
  end()
  forgetEarlyPalette(store)
  await user.keyboard('{Control>}k{/Control}d')
  expect(store.get(paletteAtom)).toMatchObject({ isOpen: false, typed: '' })
})

test('types other keys again for the listener that follows, once, unless the palette was opened after them', async () => {
  const store = createStore()
  const user = userEvent.setup()
  const seen = vi.fn<(event: KeyboardEvent) => void>()
  const end = takeEarlyKeys(store)
  await user.keyboard('gV')
  window.addEventListener('keydown', seen)
  end()
  expect(seen.mock.calls.map(([{ key }]) => key)).toEqual(['g', 'V'])
  const endAgain = takeEarlyKeys(store)
  window.removeEventListener('keydown', seen)
  await user.keyboard('g{Control>}k{/Control}')
  window.addEventListener('keydown', seen)
  endAgain()
  end()
  expect(seen).toHaveBeenCalledTimes(2)
  window.removeEventListener('keydown', seen)
})
