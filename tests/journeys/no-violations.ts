import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { missingInTree } from '#tests/journeys/accessibility-tree.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe finds nothing, and neither does the accessibility tree. */
export async function expectNoViolations(page: Page): Promise<void> {
  // axe draws a link's text, and takes one in a font that is still loading, which draws nothing, for a nameless icon.
  await page.evaluate(async () => void (await document.fonts.ready))
  expect(await violationsOf(axeOn(page).withTags(TAGS))).toEqual([])
  expect(await missingInTree(page)).toEqual([])
}

/** The same, and color contrast in dark mode: nothing else differs. */
export async function expectNoViolationsInAnyColours(page: Page): Promise<void> {
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(transitionsEnded)
  expect(await violationsOf(axeOn(page).withRules(['color-contrast']))).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Even the shortest transition to the other colours lasts until the next frame, which a busy machine delays. */
async function transitionsEnded(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(running.map(({ finished }) => finished))
}

/** No nested frames, for which each run would open a page. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
