import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { missingInTree } from '#tests/journeys/accessibility-tree.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe finds nothing, and neither does the accessibility tree. */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOf(axeOn(page).withTags(TAGS))).toEqual([])
  expect(await missingInTree(page)).toEqual([])
}

/** The same, and color contrast in dark mode: nothing else differs. */
export async function expectNoViolationsInAnyColours(page: Page): Promise<void> {
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(axeOn(page).withRules(['color-contrast']))).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** No nested frames, for which each run would open a page. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
