import { expect, type Page } from '@playwright/test'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'

/** Opens a URL and signs in. */
export async function signInAt(page: Page, url: string, username = 'researcher', password = 'demo'): Promise<void> {
  await page.goto(url)
  await expect(page.getByLabel('Username')).toBeFocused()
  await type(page, username)
  await press(page, 'Tab')
  await type(page, password)
  await press(page, 'Enter')
  await expect(page.getByLabel('Username')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

/** Titles of the visible panes, left to right. */
export async function headings(page: Page): Promise<string[]> {
  return page.getByRole('heading', { level: 1 }).allInnerTexts()
}

/** Creates a set of MOOD_RATING_NOW by keyboard, and stays on its page. */
export async function makeSetByKeyboard(page: Page, name: string): Promise<void> {
  await press(page, 'n v')
  await expectTitle(page, 'New Variable Set')
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await tabTo(page, 'Add a variable')
  await type(page, 'mood_rating')
  await expect(page.getByRole('option', { name: 'MOOD_RATING_NOW' }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByRole('status').filter({ hasText: /^1 variable$/ })).toBeVisible()
  await press(page, 'Escape')
  await tabTo(page, 'Name')
  await type(page, name)
  await press(page, '$mod+s')
  await expectTitle(page, name)
}

/** Makes the sample project the current one. */
export async function chooseSample(page: Page): Promise<void> {
  await press(page, 'w p')
  await type(page, 'Sample')
  await expect(page.getByRole('option', { name: /^Sample project/ }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sample project' })).toBeVisible()
}
