import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations, expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('reads a cohort in small pictures, narrows it by a bar, and shows the full table, by keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAt(page, `${product.url}/cohorts/1`)
  const pyramid = page.getByRole('figure', { name: /^Pyramid of SEX and AGE_TODAY/ })
  await expect(pyramid).toBeVisible()
  await expect(page.getByRole('list', { name: 'Members per pedigree' })).toBeVisible()
  for (const title of ['Diagnosis', 'Collection', 'Study', 'Consent', 'Sex and age', 'Members per pedigree']) {
    await expect(page.getByRole('region', { name: title, exact: true })).toBeInViewport({ ratio: 1 })
  }
  await expectNoViolationsInAnyColours(page)

  await test.step('narrows by a bar to a cohort of exactly its individuals', async () => {
    const isInPyramid = () => page.evaluate(() => document.activeElement?.closest('figure') !== null)
    for (let step = 0; step < 140 && !(await isInPyramid()); step++) await press(page, 'Tab')
    await press(page, 'End')
    await press(page, 'ArrowUp')
    await press(page, 'ArrowUp')
    const bar = await page.evaluate(() => document.activeElement?.textContent ?? '')
    expect(bar).toMatch(/^Female, 20 to 29: [\d,]+, new cohort of these$/)
    const count = Number(/: ([\d,]+)/.exec(bar)?.[1]?.replaceAll(',', ''))
    await press(page, 'Enter')
    await expectTitle(page, 'Build by rules')
    await expect(page.getByText(new RegExp(`^${count} (of|individuals)`)).first()).toBeVisible()
    await page.goBack()
    await expectTitle(page, 'All Individuals')
  })

  await test.step('narrows by a diagnosis to a cohort by rules', async () => {
    const bar = page.getByRole('list', { name: 'Members by Diagnosis' }).getByRole('listitem').first()
    const [, count = ''] = /([\d,]+)\s*[\d.]+%$/.exec((await bar.innerText()).trim()) ?? []
    expect(count).not.toBe('')
    await bar.getByRole('link').focus()
    await press(page, 'Enter')
    await expectTitle(page, 'Build by rules')
    await expect(page.getByText(new RegExp(`^${count} (of|individuals)`)).first()).toBeVisible()
    await page.goBack()
    await expectTitle(page, 'All Individuals')
  })

  await test.step('shows the pyramid and the cohort as tables', async () => {
    await expect(pyramid).toBeVisible()
    await press(page, 'Shift+T')
    await expect(page.getByRole('table', { name: 'Counts' })).toBeVisible()
    await expect(page).toHaveURL(/show=table/)
    await expectNoViolationsInAnyColours(page)
    await press(page, 'Shift+T')
    await expect(pyramid).toBeVisible()
    await press(page, 't')
    await expect(page.getByRole('table', { name: 'SEX and AGE_TODAY' })).toContainText('20 to 29')
  })

  await test.step('remembers another age variable', async () => {
    await tabTo(page, 'Choose…', 140)
    await press(page, 'Enter')
    await tabTo(page, 'Age in years')
    await type(page, 'interview_age')
    await expect(page.getByRole('option', { name: 'INTERVIEW_AGE' }).first()).toBeVisible()
    await press(page, 'Enter')
    await expectNoViolations(page)
    await tabTo(page, 'Draw')
    await press(page, 'Enter')
    const other = page.getByRole('figure', { name: /^Pyramid of SEX and INTERVIEW_AGE/ })
    await expect(other).toBeVisible()
    await page.reload()
    await expect(other).toBeVisible()
  })
})

test('shows the families of a pedigree cohort', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  await press(page, '$mod+k')
  await type(page, 'c Families with two')
  await expect(page.getByRole('option', { name: /Families with two/ }).first()).toBeVisible()
  await press(page, 'Enter')
  await expectTitle(page, 'Families with two who had low moods')
  for (const name of ['Members per pedigree', 'Affected per pedigree', 'Pedigrees by collection']) {
    await expect(page.getByRole('list', { name, exact: true })).toBeVisible()
  }
  await expectNoViolations(page)
})
