import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press } from '#tests/journeys/keyboard.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

/** Signs in at a page on a processor slowed six times, with the focus on the heading. */
async function openSlowly(page: Page, path: string, username?: string): Promise<void> {
  await signInAt(page, `${product.url}${path}`, username)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.getByRole('heading', { level: 1 }).first().focus()
}

const CATALOG = '/variables/all?q=mood_high_ever'
const rowIn = (page: Page) => page.getByRole('row', { name: 'MOOD_HIGH_EVER' }).first()
const cursor = (page: Page) => page.locator('tbody tr:focus')

for (const delay of [0, 40]) {
  const pause = { delay }
  test.describe(`at ${delay} ms a key on a slow processor`, () => {
    test('a search and its arrows are about the rows of the words', async ({ page }) => {
      await openSlowly(page, '/variables/all')
      await page.keyboard.type('/mood_high_ever', pause)
      await page.keyboard.press('ArrowDown', pause)
      await page.keyboard.press('Enter', pause)
      await expectTitle(page, 'MOOD_HIGH_EVER')
    })

    test('a picker chooses the row of the words', async ({ page }) => {
      await openSlowly(page, '/variable-sets/new')
      await page.getByRole('combobox', { name: 'Add a variable' }).focus()
      await page.keyboard.type('mood_rating_now', pause)
      await page.keyboard.press('Enter', pause)
      await expect(page.getByRole('status').filter({ hasText: /^1 variable$/ })).toBeVisible()
      await expect(page.getByText('MOOD_RATING_NOW', { exact: true }).first()).toBeVisible()
    })

    for (const [keys, title, role, field, value] of [
      ['ns1', 'New Subset', 'combobox', 'Value', '1'],
      ['nd1', 'New Downcode', 'textbox', 'Value name', '1'],
      ['nt1', 'Combine Two Variables', 'combobox', 'Another variable', '1'],
      ['nm1', 'Combine Many Variables', 'combobox', 'Another variable', '1'],
      ['nvb', 'New Variable Set', 'combobox', 'Add a variable', 'b'],
    ] as const) {
      test(`${keys} on a row opens its page, and the last key is typed there`, async ({ page }) => {
        await openSlowly(page, CATALOG)
        await expect(rowIn(page)).toBeVisible()
        await page.keyboard.type(`j${keys}`, pause)
        await expectTitle(page, title)
        await expect(page).toHaveURL(/variables?=MOOD_HIGH_EVER/)
        const first = page.getByRole(role, { name: field, exact: true })
        await expect(first).toHaveValue(value)
        await expect(first).toBeFocused()
      })
    }

    for (const [path, keys, url] of [
      ['/variable-sets', 'jgl', /\/downloads\/new\?set=\d+/],
      ['/variable-sets', 'je', /\/variable-sets\/\d+\?edit=1/],
      ['/variable-sets', 'j\n', /\/variable-sets\/\d+$/],
      ['/cohorts', 'jns', /\/cohorts\/subset\/1$/],
      ['/cohorts', 'jnc', /\/cohorts\/compound\/1$/],
      ['/projects', 'j\n', /\/projects\/1$/],
      [CATALOG, 'jx\n', /\/variables\/MOOD_HIGH_EVER/],
    ] as const) {
      test(`${JSON.stringify(keys)} at once on ${path} acts on its first row`, async ({ page }) => {
        await openSlowly(page, path)
        await page.keyboard.type(keys, pause)
        await expect(page).toHaveURL(url)
      })
    }

    for (const [path, keys, dialog, field] of [
      ['/projects', 'je', 'Edit Project', 'Name'],
      ['/cohorts', 'jc', 'With which cohort?', 'With which cohort?'],
      [CATALOG, 'jc', 'With which variable?', 'With which variable?'],
      [CATALOG, 'je', 'Edit MOOD_HIGH_EVER', 'Question'],
    ] as const) {
      test(`${keys} on ${path} asks about its first row`, async ({ page }) => {
        await openSlowly(page, path, 'admin')
        await page.keyboard.type(keys, pause)
        await expect(page.getByRole('dialog', { name: dialog }).getByLabel(field).first()).toBeFocused()
      })
    }

    for (const [words, name] of [
      ['suicide attempt', 'ATTEMPT_EVER'],
      ['trouble sleeping', 'SLEEP_BAD_EVER'],
      ['mood_rating_now', 'MOOD_RATING_NOW'],
    ] as const) {
      test(`a picker chooses what the catalog shows first for ${words}`, async ({ page }) => {
        await openSlowly(page, '/variable-sets/new')
        await page.getByRole('combobox', { name: 'Add a variable' }).focus()
        await page.keyboard.type(words, pause)
        await page.keyboard.press('Enter', pause)
        await expect(page.getByRole('table', { name: 'Variables of the set' }).getByRole('link')).toHaveText(name)
      })
    }

    test('the glossary shows the words that are typed', async ({ page }) => {
      await openSlowly(page, '/cohorts')
      await page.keyboard.press('Control+k', pause)
      await page.keyboard.type('glossary', pause)
      await page.keyboard.press('Enter', pause)
      const glossary = page.getByRole('dialog', { name: 'Glossary' })
      await expect(glossary.getByLabel('Find a word')).toBeFocused()
      await page.keyboard.type('pedigree set', pause)
      await expect(glossary.getByRole('term')).toHaveText(['Pedigree set'])
    })

    test('the audit log has the rows of the text in its fields', async ({ page }) => {
      await openSlowly(page, '/cohorts', 'admin')
      await page.keyboard.press('Control+k', pause)
      await page.keyboard.type('audit log', pause)
      await page.keyboard.press('Enter', pause)
      const log = page.getByRole('dialog', { name: 'Audit log' })
      await expect(log.getByLabel('Who')).toBeFocused()
      await page.keyboard.type('admin', pause)
      await expect(log.getByLabel('Who')).toHaveValue('admin')
      await expect(log.getByRole('row', { name: /admin/ }).first()).toBeVisible()
      await expect(log.getByRole('row', { name: /researcher/ })).toHaveCount(0)
    })

    test.describe('in the explorer', () => {
      test.use({ hasExplorer: true })
      test('the arrows and Enter after a filter are about its rows', async ({ page }) => {
        await openSlowly(page, '/projects')
        await page
          .getByRole('row', { name: /Sample project/ })
          .getByRole('link')
          .first()
          .focus()
        await press(page, 'Enter')
        await expectTitle(page, 'Sample project')
        await press(page, 'w p')
        await expect(page.getByText('Current project')).toBeVisible()
        await expect(page.getByRole('row', { name: /^Mood, sleep and background/ }).first()).toBeVisible()
        await page.getByRole('heading', { level: 1 }).first().focus()
        await page.keyboard.type('bb', pause)
        await page.keyboard.type('mood, sleep', pause)
        for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key, pause)
        await expectTitle(page, 'Mood, sleep and background')
      })
    })

    test('the first key is typed into a page whose code and variable arrive late', async ({ page }) => {
      await openSlowly(page, CATALOG)
      await expect(rowIn(page)).toBeVisible()
      let answer = () => {}
      const areTyped = new Promise<void>((resolve) => (answer = resolve))
      await page.route(/\/variable\/MOOD_HIGH_EVER|subset-builder-screen/, async (route) => {
        await areTyped
        await route.continue()
      })
      await page.keyboard.type('jns1', pause)
      answer()
      await expect(page.getByLabel('Value', { exact: true })).toHaveValue('1')
    })

    test('Tab and Save wait for a page whose code and count arrive late', async ({ page }) => {
      await openSlowly(page, CATALOG)
      await expect(rowIn(page)).toBeVisible()
      let answer = () => {}
      const areTyped = new Promise<void>((resolve) => (answer = resolve))
      await page.route(/subset-builder-screen|preview/, async (route) => {
        await areTyped
        await route.continue()
      })
      await page.keyboard.type('jns1', pause)
      // From Value by the operators, Apply and the description to the name.
      for (const key of ['Tab', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key, pause)
      await page.keyboard.type(`Late ${delay}`, pause)
      await page.keyboard.press('Control+s', pause)
      answer()
      await expectTitle(page, `Late ${delay}`)
    })

    test('Alt+M adds to rules whose code arrives late', async ({ page }) => {
      await openSlowly(page, '/cohorts')
      let answer = () => {}
      const areTyped = new Promise<void>((resolve) => (answer = resolve))
      await page.route(/\/assets\/.*rules/, async (route) => {
        await areTyped
        await route.continue()
      })
      await page.keyboard.type('nb', pause)
      await page.keyboard.press('Alt+m', pause)
      answer()
      await expect(page.getByText('family members').first()).toBeVisible()
    })

    test('Save and Tab wait for the rows of a picker', async ({ page }) => {
      await openSlowly(page, '/cohorts')
      let answer = () => {}
      const areTyped = new Promise<void>((resolve) => (answer = resolve))
      await page.route(/\/variable\/search/, async (route) => {
        await areTyped
        await route.continue()
      })
      await page.keyboard.type(`nvLater ${delay}`, pause)
      await page.keyboard.press('Tab', pause)
      await page.keyboard.type('mood_high_ever', pause)
      for (const key of ['Enter', 'Tab', 'Control+s']) await page.keyboard.press(key, pause)
      answer()
      await expectTitle(page, `Later ${delay}`)
      await expect(page.getByText('MOOD_HIGH_EVER', { exact: true }).first()).toBeVisible()
    })

    test('Save leads to an unfinished group', async ({ page }) => {
      await openSlowly(page, '/cohorts')
      await page.keyboard.type('nb', pause)
      for (const key of ['Alt+g', 'Control+s']) await page.keyboard.press(key, pause)
      await expectTitle(page, 'Build by rules')
      await expect(page.locator('[data-fields]').locator(':focus')).toHaveCount(1)
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    })

    test('End, PageDown, Shift+arrows and Ctrl+A act on the rows, and Back returns to the row', async ({ page }) => {
      await openSlowly(page, '/variables/all?q=mood&size=50')
      const rows = page.getByRole('grid', { name: 'Variables' }).locator('tbody tr[aria-selected]')
      await expect(rows.nth(3)).toBeVisible()
      const selected = page.getByRole('group', { name: 'Selected rows' }).getByRole('status')
      await page.keyboard.type('j', pause)
      for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key, pause)
      await expect(selected).toHaveText('3 variables selected')
      await page.keyboard.press('Control+a', pause)
      await expect(selected).toHaveText(/^\d{2,} variables selected$/)
      await page.keyboard.press('PageDown', pause)
      await expect(cursor(page)).not.toHaveAttribute('data-index', '2')
      await page.keyboard.press('End', pause)
      const last = await cursor(page).getAttribute('data-index')
      await page.keyboard.press('Enter', pause)
      await expect(page).toHaveURL(/\/variables\/(?!all)/)
      await page.goBack()
      await expect(cursor(page)).toHaveAttribute('data-index', last ?? '')
    })

    for (const [words, title] of [
      ['download', 'Download Data'],
      ['home', 'Dashboard'],
      ['gv', 'Variables Catalog'],
      ['mhe', 'MOOD_HIGH_EVER'],
    ] as const) {
      test(`the palette opens ${title} for ${words} and Enter at once`, async ({ page }) => {
        await openSlowly(page, '/cohorts')
        await page.keyboard.press('Control+k', pause)
        await page.keyboard.type(words, pause)
        await page.keyboard.press('Enter', pause)
        await expectTitle(page, title)
      })
    }

    test('a set is made by its name, Tab, its members and Save', async ({ page }) => {
      await openSlowly(page, '/cohorts')
      await page.keyboard.type(`nvFast ${delay}`, pause)
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Fast ${delay}`)
      await page.keyboard.press('Tab', pause)
      const names = ['mood_high_ever', 'mood_rating_now']
      for (const name of names) {
        await page.keyboard.type(name, pause)
        await page.keyboard.press('Enter', pause)
      }
      for (const name of names)
        await expect(page.getByRole('link', { name: name.toUpperCase(), exact: true })).toBeVisible()
      await press(page, '$mod+s')
      await expectTitle(page, `Fast ${delay}`)
      await expect(page.getByText('MOOD_HIGH_EVER', { exact: true }).first()).toBeVisible()
      await expect(page.getByText('MOOD_RATING_NOW', { exact: true }).first()).toBeVisible()
    })
  })
}
