import { expect, type Page } from '@playwright/test'

/** Presses a sequence in the notation of commands: "g v". */
export async function press(page: Page, sequence: string): Promise<void> {
  for (const stroke of sequence.split(' ')) await page.keyboard.press(stroke.replace('$mod', 'Control'))
}

export async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
}

/** Presses Tab until the named control has the focus; fails if it is unreachable. */
export async function tabTo(page: Page, name: string, limit = 40, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // On a loading page Tab would leave it for the browser's own controls.
  await expect.poll(() => namesOf(page, 'all'), `a control named "${name}"`).toContain(name)
  for (let step = 0; step < limit; step++) {
    const [focused] = await namesOf(page, 'focused')
    if (focused === name) return
    await page.keyboard.press(key)
  }
  throw new Error(`"${name}" cannot be reached by Tab.`)
}

const ANOTHER_WORD_AFTER = 1_500

/** Type-ahead in the focused list; on a busy machine letters a second apart are two searches. */
export async function chooseByLetters(page: Page, letters: string): Promise<void> {
  await expect(async () => {
    await type(page, letters)
    const chosen = await page.evaluate(() => {
      const list = document.activeElement
      return list instanceof HTMLSelectElement ? list.selectedOptions[0]?.text : undefined
    })
    expect(chosen?.slice(0, letters.length)).toBe(letters)
  }).toPass({ intervals: [ANOTHER_WORD_AFTER], timeout: 20_000 })
}

/** Names of the controls, or of the focused one. */
function namesOf(page: Page, which: 'all' | 'focused'): Promise<string[]> {
  return page.evaluate((asked) => {
    const controls = document.querySelectorAll('a, button, input, select, summary, textarea, [tabindex]')
    return (asked === 'all' ? [...controls] : [document.activeElement]).map((element) => {
      if (!(element instanceof HTMLElement)) return ''
      const labels =
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
          ? element.labels
          : null
      const label = labels?.[0]?.textContent ?? element.getAttribute('aria-label')
      // The keys on a button are no part of its name.
      const spoken = [...element.childNodes].filter((node) => !(node instanceof Element && node.ariaHidden === 'true'))
      return (label ?? spoken.map(({ textContent }) => textContent).join('')).trim()
    })
  }, which)
}

/** Signs in by keyboard: the first field has the focus. */
export async function signInByKeyboard(page: Page, username: string, password: string): Promise<void> {
  await expect(page.getByLabel('Username')).toBeFocused()
  await type(page, username)
  await press(page, 'Tab')
  await type(page, password)
  await press(page, 'Enter')
  await expectTitle(page, 'Dashboard')
}

/** Waits until the focused pane shows the page. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(`${title} | DIVER`)
}
