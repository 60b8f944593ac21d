import { expect, type Page } from '@playwright/test'

/** Presses a sequence as commands write it: "g v". */
export async function press(page: Page, sequence: string): Promise<void> {
  for (const stroke of sequence.split(' ')) await page.keyboard.press(stroke.replace('$mod', 'Control'))
}

export async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
}

/** Tabs on until the control of that name has the focus; fails where it cannot be reached. */
export async function tabTo(page: Page, name: string, limit = 40): Promise<void> {
  for (let step = 0; step < limit; step++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement)) return ''
      const labels =
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
          ? element.labels
          : null
      const label = labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent
      return label?.trim() ?? ''
    })
    if (focused === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`"${name}" is not reached by Tab.`)
}

/** Signs in with the keyboard: the form starts in its first field. */
export async function signInByKeyboard(page: Page, username: string, password: string): Promise<void> {
  await expect(page.getByLabel('Username')).toBeFocused()
  await type(page, username)
  await press(page, 'Tab')
  await type(page, password)
  await press(page, 'Enter')
  await expectTitle(page, 'Dashboard')
}

/** Waits for the pane in focus to be that page. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(`${title} | DIVER`)
}
