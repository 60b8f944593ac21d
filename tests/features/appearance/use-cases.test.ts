// @vitest-environment jsdom
import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { chooseTheme, followTheme, isTheme } from '#features/appearance/use-cases.ts'

beforeEach(() => localStorage.clear())

test('applies the selected theme to the page and restores it after a reload', () => {
  const store = createStore()
  const root = document.createElement('div')
  followTheme(store, root)
  expect([root.dataset['theme'], isTheme({ store }, 'system')]).toEqual(['system', true])
  chooseTheme({ store }, 'dark')
  expect(root.dataset['theme']).toBe('dark')
  const reloaded = document.createElement('div')
  followTheme(createStore(), reloaded)
  expect(reloaded.dataset['theme']).toBe('dark')
})
