import { expect, test } from '#tests/journeys/journey.ts'
import { press, signInByKeyboard, type } from '#tests/journeys/keyboard.ts'
import { startProduct } from '#tests/support/running-product.ts'

test('copies what panes show as an expression, as code and as a notebook', async ({ page, context }) => {
  const product = await startProduct()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  const run = async (command: string) => {
    await press(page, '$mod+k')
    await type(page, command)
    await expect(page.getByRole('option', { name: command }).first()).toBeVisible()
    await press(page, 'Enter')
  }
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await run('High mood at some time')
  await expect(page.getByRole('heading', { name: 'High mood at some time' })).toBeVisible()
  await run('Copy as expression')
  await expect.poll(copied).toBe('MOOD_HIGH_EVER = Yes')
  await run('Copy as Python')
  await expect.poll(copied).toContain('d.cohort(name="High mood at some time").count()')
  await run('Copy as terminal command')
  await expect.poll(copied).toBe(`diver count 'in "High mood at some time"'\n`)
  const saved = page.waitForEvent('download')
  await run('Save as a Jupyter notebook')
  expect((await saved).suggestedFilename()).toBe('High mood at some time.ipynb')
  await run('MOOD_HIGH_EVER')
  await expect(page.getByRole('heading', { name: /MOOD_HIGH_EVER/ }).first()).toBeVisible()
  await run('Copy as R')
  await expect.poll(copied).toContain('diver_variables(d, "MOOD_HIGH_EVER")')
  await product.stop()
})
