import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { chooseByLetters, expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { headings } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

async function runByPalette(page: Page, words: string): Promise<void> {
  await press(page, '$mod+k')
  await type(page, words)
  await press(page, 'Enter')
}

test('narrows a cohort further, shows its lineage, and refuses, delays and completes a deletion', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await test.step('saves a cohort and narrows it further', async () => {
    await page.goto(`${product.url}/cohorts/subset?variable=MOOD_HIGH_EVER`)
    await expect(page.getByLabel('Value')).toBeVisible()
    await tabTo(page, 'More operators')
    await press(page, 'Enter')
    await expect(page.getByLabel('Operator')).toBeFocused()
    await chooseByLetters(page, 'is any')
    await tabTo(page, '0 · No')
    await press(page, 'Space')
    await tabTo(page, '1 · Yes')
    await press(page, 'Space')
    await tabTo(page, 'Name')
    await type(page, 'Asked of high mood')
    await press(page, '$mod+Shift+Enter')
    await expect(page.getByRole('combobox', { name: 'Parent cohort' })).toHaveValue('Asked of high mood')
    await tabTo(page, 'Variable')
    await type(page, 'mood_low_ever')
    await expect(page.getByRole('option', { name: 'MOOD_LOW_EVER' }).first()).toBeVisible()
    await press(page, 'Enter')
    await tabTo(page, 'Value')
    await type(page, '1')
    await tabTo(page, 'Name')
    await type(page, 'Of these low')
    await press(page, '$mod+s')
    await expectTitle(page, 'Of these low')
  })

  await test.step('shows the size of each step and the number of excluded members', async () => {
    await page
      .getByRole('figure', { name: /^Flow of Of these low/ })
      .getByRole('link')
      .first()
      .focus()
    await press(page, 't')
    const steps = page.getByRole('table', { name: 'Steps from All Individuals' })
    await expect(steps.getByRole('row')).toHaveCount(4)
    const sizes = (await steps.locator('td:nth-child(3)').allInnerTexts()).map((text) =>
      Number(text.replaceAll(',', '')),
    )
    const left = (await steps.locator('td:nth-child(5)').allInnerTexts()).map((text) =>
      // The link has the name of the step before the number, and its target after it.
      Number(/([\d,]+)\s*, new cohort/.exec(text)?.[1]?.replaceAll(',', '')),
    )
    expect(left.slice(1)).toEqual([(sizes[0] ?? 0) - (sizes[1] ?? 0), (sizes[1] ?? 0) - (sizes[2] ?? 0)])
    await press(page, 'Shift+T')
    await tabTo(page, 'All columns', 140)
    await press(page, 'ArrowLeft')
    await expect(page.getByRole('table', { name: 'Individuals by Diagnosis' })).toBeVisible()
    await expectNoViolations(page)
  })

  await test.step('refuses to delete a cohort that others are built on', async () => {
    await runByPalette(page, 'c Asked of high')
    await expectTitle(page, 'Asked of high mood')
    await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
    await press(page, 'Shift+D')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('“Asked of high mood” is in use. First delete the following.')
    await expect(dialog.getByRole('link', { name: 'Of these low' })).toBeVisible()
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await expectNoViolations(page)
    await press(page, 'Escape')
    await expectTitle(page, 'Asked of high mood')
  })

  await test.step('reports a deletion in progress', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v0/cohort/delete**', async (route) => {
      await held
      await route.continue()
    })
    await runByPalette(page, 'c Of these low')
    await expectTitle(page, 'Of these low')
    await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
    await press(page, 'Shift+D')
    await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused()
    await type(page, 'Of these low')
    await press(page, 'Enter')
    await expect(page.getByRole('button', { name: 'Deleting: this can take minutes' })).toBeVisible()
    release()
    await expectTitle(page, 'Cohorts')
    await expect(page.getByRole('treegrid', { name: 'Cohorts' })).not.toContainText('Of these low')
  })
})

test('compares cohorts of the tree in one table and in panes, and draws pedigrees', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')

  await test.step('collapses and navigates the tree by keyboard', async () => {
    // The sample data have their own project.
    await page.goto(`${product.url}/cohorts`)
    const tree = page.getByRole('treegrid', { name: 'Cohorts' })
    await expect(tree.getByRole('row', { name: /^Subsets/ })).toBeVisible()
    await press(page, 'j')
    await press(page, 'j')
    await expect(tree.getByRole('row', { name: /Subsets/ })).toBeFocused()
    await press(page, 'ArrowLeft')
    await expect(tree.getByRole('row', { name: /^High mood at some time/ })).toHaveCount(0)
    await press(page, 'ArrowRight')
    await press(page, 'j')
    await expect(tree.getByRole('row', { name: /High mood at some time/ }).first()).toBeFocused()
    await expectNoViolations(page)
  })

  await test.step('compares two cohorts in one table', async () => {
    await press(page, 'x')
    await press(page, 'j')
    await press(page, 'x')
    await press(page, 'Shift+C')
    await expectTitle(page, 'Compare Cohorts')
    const sizes = page.getByRole('table', { name: 'Sizes', exact: true })
    await expect(sizes.locator('td:nth-child(2)')).toHaveCount(2)
    const [high = 0, low = 0] = (await sizes.locator('td:nth-child(2)').allInnerTexts()).map(Number)
    // What differs between the members comes first, and the definitions last.
    const members = page.getByRole('region', { name: 'Members' })
    const largest = members.getByRole('table', { name: 'Largest differences' })
    await expect(largest.getByRole('row').nth(1)).toHaveText(
      /^Diagnosis\d\.\d\d, (large|moderate|small|little or none)/,
    )
    await expect(members.getByRole('table', { name: 'Questions of the definitions' }).getByRole('row')).toHaveCount(3)
    await expect(members.getByRole('region', { name: 'Sex' }).getByRole('row')).toHaveCount(2)
    await expect(members.getByRole('region', { name: 'Age' })).toBeVisible()
    await expect(members.getByRole('region', { name: 'Diagnosis' })).toContainText('Bipolar I disorder')
    await expect(sizes.locator('td:nth-child(4)').first()).toHaveText(/^[\d.]+ \([\d.]+\), n = \d+$/)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'What differs',
      'Overlap',
      'Summaries',
      'Explore a variable',
      'Defined by',
    ])
    await page.getByText('Combinations as a table').click()
    const overlap = page.getByRole('table', { name: 'Individuals by combination of cohorts' })
    await expect(overlap).toBeVisible()
    const parts = (await overlap.locator('td:nth-child(4)').allInnerTexts()).map(Number)
    const marks = await overlap.getByRole('img').evaluateAll((dots) => dots.map((dot) => dot.ariaLabel))
    const both =
      parts[
        marks.findIndex((mark, place) => place % 2 === 0 && mark === 'member' && marks[place + 1] === 'member') / 2
      ] ?? 0
    expect(parts.reduce((sum, part) => sum + part, 0) + both).toBe(high + low)
    await tabTo(page, 'Variable', 80)
    await type(page, 'interview_age')
    await expect(page.getByRole('option', { name: 'INTERVIEW_AGE' }).first()).toBeVisible()
    await press(page, 'Enter')
    await expect(page.getByRole('table', { name: 'INTERVIEW_AGE in each' })).toBeVisible()
    await expectNoViolations(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await press(page, 'Escape')
    await runByPalette(page, '>compare side by side')
    await expect.poll(() => headings(page)).toEqual(['High mood at some time', 'Low mood at some time'])
  })

  await test.step('draws pedigrees', async () => {
    await press(page, 'p w')
    await runByPalette(page, 'c Families with two')
    await expectTitle(page, 'Families with two who had low moods')
    await runByPalette(page, '>draw pedigrees')
    await expectTitle(page, 'Pedigrees of Families with two who had low moods')
    const sheet = page.getByRole('region', { name: 'Contact sheet' }).getByRole('link')
    await expect(sheet).toHaveCount(12)
    const focused = page.getByRole('region', { name: 'Focused pedigree' })
    const isOnSheet = () =>
      page.evaluate(() => document.activeElement?.closest('[aria-label="Contact sheet"]') !== null)
    for (let step = 0; step < 40 && !(await isOnSheet()); step++) await press(page, 'Tab')
    await press(page, 'ArrowRight')
    await expect(sheet.nth(1)).toBeFocused()
    const family = (await focused.getByRole('heading').innerText()).trim()
    await expect(sheet.nth(1)).toContainText(family)
    await press(page, 'j')
    await press(page, 'k')
    await expect(sheet.nth(1)).toBeFocused()
    const sizes = page.getByRole('region', { name: 'Members per pedigree' })
    const total = Number(/of (\d+) pedigrees/.exec(await page.getByText(/^1 to 12 of \d+ pedigrees/).innerText())?.[1])
    await expect(sizes).toContainText(`All ${total} pedigrees of the cohort.`)
    await expectNoViolations(page)
    await press(page, 'Enter')
    const drawing = page.getByRole('listbox', { name: `Pedigree ${family}` })
    await expect(drawing).toBeVisible()
    await press(page, 'Shift+P')
    await expect(sheet).toHaveCount(12)
    await page.goBack()
    await expect(drawing).toBeVisible()
    const isInDrawing = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'option')
    for (let step = 0; step < 40 && !(await isInDrawing()); step++) await press(page, 'Tab')
    await press(page, 'ArrowUp')
    await press(page, 'ArrowDown')
    await press(page, 'Home')
    const first = drawing.getByRole('option', { selected: true })
    await expect(first).toBeFocused()
    const name = (await first.getAttribute('aria-label')) ?? ''
    await expect(page.getByRole('region', { name: 'Selected member' })).toContainText(name.split(',')[0] ?? '')
    const members = await page.getByRole('table', { name: 'Members of the pedigree' }).getByRole('row').count()
    await expect(drawing.getByRole('option')).toHaveCount(members - 1)
    await press(page, '+')
    await press(page, '-')
    await press(page, '0')
    await press(page, ']')
    await expect(page.getByText(/^3 of \d+ pedigrees/)).toBeVisible()
    await expectNoViolations(page)
    const saving = page.waitForEvent('download')
    await runByPalette(page, '>download plink')
    const file = await saving
    expect(file.suggestedFilename()).toBe('Families with two who had low moods.fam')
    const savingOne = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save this family as Phenopackets' }).press('Enter')
    const one = await (await savingOne).path()
    expect(JSON.parse(await readFile(one, 'utf8'))).toMatchObject({ pedigree: { persons: expect.any(Array) } })
    await press(page, 'Shift+P')
    const savingAll = page.waitForEvent('download')
    await runByPalette(page, '>save as phenopackets')
    const all = await savingAll
    expect(all.suggestedFilename()).toBe('Families with two who had low moods.ndjson')
    expect((await readFile(await all.path(), 'utf8')).trim().split('\n')).toHaveLength(total)
  })
})
