// Takes the guide's screenshots: node src/guide/take-pictures.mjs ADDRESS [NAME…] ADDRESS is a server with synthetic
// data; CHROMIUM_PATH may set the browser. Fails for a page with an alert, a toast, a skeleton or an empty table.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { smallPng } from './small-png.mjs'

const FOLDER = fileURLToPath(new URL('pictures', import.meta.url))
// Keeps letters legible at the width of a printed page.
const VIEW = { viewport: { width: 960, height: 600 }, deviceScaleFactor: 1.25, colorScheme: 'light', bypassCSP: true }
// Leaving a field instead would validate it.
const NO_FOCUS_RING = ':focus { outline: none !important; box-shadow: none !important }'

const [address = 'http://127.0.0.1:8080', ...wanted] = process.argv.slice(2)
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const page = await (await browser.newContext(VIEW)).newPage()

/** A request as the signed-in user. */
async function ask(path, data) {
  const url = `${address}/api/v0${path}`
  const answer = data === undefined ? await page.request.get(url) : await page.request.post(url, { data })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

await ask('/login', { username: 'researcher', password: 'demo' })
const { projects } = await ask('/project/info')
const project = projects.find(({ name }) => name === 'Sample project').projectid
await ask('/project/current', { projectid: project })
const { cohorts } = await ask('/cohort/info')
const cohort = (name) => cohorts.find((one) => one.name === name).cohortid
const { variablesets } = await ask('/variableset/info')
const set = variablesets[0].varsetid

async function choose(label, text) {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
}

const apply = () => page.keyboard.press('Control+Enter')

/** The reasons why the page is not fit for a picture. */
function faultsOfPage() {
  return page.evaluate(() => {
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
    const isEmpty = (table) => table.querySelector('td, [role=gridcell], [role=treeitem]') === null
    return [
      ...shown('[role=alert], [data-tone=error]').map(({ innerText }) => `alert: ${innerText}`),
      ...shown('[data-sonner-toast]').map(({ innerText }) => `toast: ${innerText}`),
      ...shown('[data-loading], [aria-busy=true]').map(({ textContent }) => `skeleton: ${textContent}`),
      ...shown('table, [role=grid], [role=tree]')
        .filter(isEmpty)
        .map((table) => `empty table: ${table.ariaLabel ?? table.textContent}`),
    ]
  })
}

/** @param {string} path @param {() => Promise<void>} [prepare] */
const screen = (path, prepare) => ({ path, prepare })

/** The URL of each picture, and the steps before it. */
const PICTURES = {
  workspace: screen('/variables/all?q=mood&beside=%2Fvariables%2FMOOD_HIGH_EVER'),
  dashboard: screen('/'),
  catalog: screen('/variables/all?q=sleep'),
  variable: screen('/variables/MOOD_HIGH_EVER'),
  'custom-variables': screen('/clinical-constructs/all'),
  downcode: screen('/clinical-constructs/downcode?variables=SCHOOLING'),
  'two-variables': screen('/clinical-constructs/two-vars?variables=MOOD_HIGH_EVER,MOOD_LOW_EVER'),
  'many-variables': screen('/clinical-constructs/multi?variables=VOICES_EVER,IDEAS_EVER'),
  cohorts: screen('/cohorts'),
  subset: screen('/cohorts/subset?variable=MOOD_HIGH_EVER', async () => {
    await page.getByLabel('Value').selectOption('1')
    await apply()
  }),
  compound: screen(`/cohorts/compound/${cohort('High mood at some time')}`, async () => {
    await choose(/second/i, 'Low mood')
    await page.getByRole('radio', { name: /INTERSECT/ }).check()
    await apply()
  }),
  pedigrees: screen('/cohorts/pedigrees?variable=MOOD_LOW_EVER', async () => {
    await page.getByLabel('Value for affected').selectOption('1')
    await apply()
  }),
  cohort: screen(`/cohorts/${cohort('High as well as low mood')}`),
  'variable-sets': screen('/variable-sets'),
  'variable-set-new': screen('/variable-sets/new?variables=SEX,AGE_TODAY,SLEEP_HOURS,MOOD_HISTORY'),
  'variable-set': screen(`/variable-sets/${set}`),
  download: screen(`/downloads/new?cohort=${cohort('High as well as low mood')}&set=${set}`, apply),
  projects: screen('/projects'),
  project: screen(`/projects/${project}`),
}

for (const [name, { path, prepare }] of Object.entries(PICTURES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  try {
    await page.goto(`${address}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    if (prepare) await prepare()
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => !document.body.innerText.includes('Loading…'))
    const faults = await faultsOfPage()
    if (faults.length > 0) throw new Error(faults.join('; '))
    const png = await smallPng(page, await page.screenshot({ animations: 'disabled', style: NO_FOCUS_RING }))
    writeFileSync(`${FOLDER}/${name}.png`, png)
    console.log(`${name} ${Math.round(png.length / 1024)} KiB`)
  } catch (error) {
    console.error(`${name} failed: ${error.message}`)
    process.exitCode = 1
  }
}
await browser.close()
