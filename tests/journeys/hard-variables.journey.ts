import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { tabbed, temporaryFolder } from '#tests/support/import-folders.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

const ACCOUNT = { username: 'ana', password: 'a long password', collections: ['ct'] }
const MARKUP = `<img src=x onerror="document.title='broken'"><b>bold</b> "quoted" & 'so'`
const RIGHT_TO_LEFT = 'هل شعرت بالحزن؟'
const LONGEST_NAME = 'N'.repeat(48)
const LEVELS = Object.fromEntries(Array.from({ length: 300 }, (_, place) => [String(place), `Meaning of ${place}`]))

let product: RunningProduct
let folder: ReturnType<typeof temporaryFolder>

test.beforeAll(async () => {
  folder = temporaryFolder({
    'participants.tsv': tabbed('participant_id', 'sub-1', 'sub-2'),
    'phenotype/hard.tsv': tabbed(
      `participant_id markup emoji arabic long many ${LONGEST_NAME} unanswered`,
      'sub-1 1 1 1 1 7 1 n/a',
      'sub-2 1 1 1 1 299 1 n/a',
    ),
    'phenotype/hard.json': JSON.stringify({
      markup: { Description: MARKUP, Levels: { '1': MARKUP } },
      emoji: { Description: 'How is it going? 👩‍👩‍👧‍👦🎉', Levels: { '1': '🎉' } },
      arabic: { Description: RIGHT_TO_LEFT, Levels: { '1': 'نعم' } },
      long: { Description: `${'unbroken'.repeat(500)} ${'w '.repeat(500)}`, Levels: { '1': 'Yes' } },
      many: { Description: 'Which of these?', Levels: LEVELS },
      [LONGEST_NAME]: { Description: 'A long name', Levels: { '1': 'Yes' } },
      unanswered: { Description: 'Did nobody say?', Levels: { '1': 'Yes', '2': 'No' } },
    }),
  })
  product = await startProduct({ importFolder: folder.path, account: ACCOUNT })
})

test.afterAll(async () => {
  await product.stop()
  folder.remove()
})

/** No horizontal overflow, and no markup from texts. */
async function expectWhole(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await expect(page).toHaveTitle(/ \| DIVER$/)
  expect(await page.locator('img, b').count()).toBe(0)
}

for (const [name, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['narrow', { width: 390, height: 844 }],
] as const) {
  test(`shows unusual questions, values and names as text without breaking the layout, ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signInAt(page, `${product.url}/variables/all?size=25`, ACCOUNT.username, ACCOUNT.password)
    const grid = page.getByRole('grid', { name: 'Variables' })
    await expect(grid.getByText(MARKUP)).toBeVisible()
    await expect(grid.getByText(RIGHT_TO_LEFT)).toBeVisible()
    await expect(grid.getByRole('link', { name: LONGEST_NAME, exact: true })).toBeVisible()
    await expectWhole(page)
    await expectNoViolations(page)
    for (const [variable, text] of [
      ['MARKUP', MARKUP],
      ['EMOJI', 'How is it going? 👩‍👩‍👧‍👦🎉'],
      ['ARABIC', RIGHT_TO_LEFT],
      ['LONG', 'unbrokenunbroken'],
      ['MANY', '299 · Meaning of 299'],
      [LONGEST_NAME, 'A long name'],
      ['UNANSWERED', '2 · No'],
    ] as const) {
      await page.goto(`${product.url}/variables/${variable}`)
      await expect(page.getByText(text).first()).toBeVisible()
      await expectWhole(page)
    }
  })
}
