import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const HARNESS = resolve('node_modules/.cache/study-file-harness')
/** Each run takes a second. */
const STRIDE = 3
const STATEMENTS_MAX = 700

const folder = temporaryFolder({ 'empty.txt': '' })
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'tests/support/study-file-harness.ts', target: 'node20', outDir: HARNESS, emptyOutDir: true },
  })
})
afterAll(() => folder.remove())

function run(...words: readonly string[]) {
  return spawnSync('node', [join(HARNESS, 'study-file-harness.js'), ...words], { encoding: 'utf8' })
}

const BEFORE = `variable BAND = recode AGE { young: < 40; old: 40..90 }
cohort "Old" = BAND = old and AGE > 40
cohort "Smokers" = SMOKER answered in "Old"
set "Core" = AGE, BAND`
const AFTER = `variable BAND = recode AGE { young: < 50; elder: 50..90 }
cohort "Old" = BAND = elder
cohort "Smokers" = SMOKER answered in "Old"
cohort "Families" = pedigrees in "Smokers"
set "Core" = BAND, AGE`

test('a process killed at any statement of applying a study file leaves all of it or nothing', () => {
  const start = join(folder.path, 'start.duckdb')
  expect(run(start, BEFORE).stderr).toBe('')
  const before = run(start).stdout
  const path = join(folder.path, 'killed.duckdb')
  const worlds: string[] = []
  let isComplete = false
  for (let statement = 0; !isComplete && statement < STATEMENTS_MAX; statement += STRIDE) {
    for (const ending of ['', '.wal', '.acknowledged']) rmSync(`${path}${ending}`, { force: true })
    copyFileSync(start, path)
    const { signal, stderr } = run(path, AFTER, String(statement))
    expect(signal, stderr).toBe('SIGKILL')
    worlds.push(run(path).stdout)
    isComplete = worlds.filter((world) => world !== before).length === 2
  }
  expect(isComplete).toBe(true)
  const after = worlds.at(-1)
  expect(after).toContain('elder')
  for (const world of worlds) expect([before, after]).toContain(world)
  console.log(`Study files killed: ${worlds.length}, each left all or nothing`)
})
