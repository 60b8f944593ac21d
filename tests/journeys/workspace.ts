import { expect, type Page } from '@playwright/test'
import { press, type } from '#tests/journeys/keyboard.ts'

/** Opens an address and signs in there. */
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

/** What the panes in sight are called, from left to right. */
export async function headings(page: Page): Promise<string[]> {
  return page.getByRole('heading', { level: 1 }).allInnerTexts()
}
