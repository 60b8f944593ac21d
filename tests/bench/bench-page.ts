import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_OPTIONS } from '#tests/support/chromium-options.ts'

/** The same Chromium as for the journeys. */
export function launchChromium(further: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ ...CHROMIUM_OPTIONS, args: [...CHROMIUM_OPTIONS.args, ...further] })
}

/** Without vsync, which would add up to one frame to each key. */
export const AT_ONCE = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

const DEMO_ACCOUNT = { username: 'researcher', password: 'demo' }

/** Opens a URL and signs in. */
export async function signInOnPage(page: Page, url: string, account = DEMO_ACCOUNT): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Password').fill(account.password)
  await page.keyboard.press('Enter')
  await page.getByLabel('Username').waitFor({ state: 'detached' })
}
