import type { Page } from '@playwright/test'

export const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

export async function inPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await dialogOf(page).waitFor()
  await page.keyboard.type(text)
}

export async function runCommand(page: Page, text: string): Promise<void> {
  await inPalette(page, `>${text}`)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
}
