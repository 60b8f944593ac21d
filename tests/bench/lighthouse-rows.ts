import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import * as v from 'valibot'
import { cohortNew } from '#contract/cohorts.ts'
import { startOnStudy } from '#tests/bench/bench-server.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'
import type { BenchRow } from '#tests/bench/report.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'
import { CHROMIUM_OPTIONS } from '#tests/support/chromium-options.ts'

/** Fetched by npx when measured: 150 packages that nothing else needs. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices']
/** Points below 100 that a page may score. */
const MAY_LACK = 5

const Report = v.object({
  finalDisplayedUrl: v.string(),
  categories: v.record(v.string(), v.object({ title: v.string(), score: v.number() })),
})

/** Lighthouse findings on the first screens, signed in, desktop. */
export async function measureLighthouse(): Promise<BenchRow[]> {
  const product = await startOnStudy()
  try {
    const session = await signIn(product.url, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password)
    const headers = JSON.stringify({ Cookie: session.cookie() })
    const pages = { dashboard: '/', catalog: '/variables/all', 'cohort page': `/cohorts/${await saveCohort(session)}` }
    const rows: BenchRow[] = []
    for (const [page, path] of Object.entries(pages)) {
      const { finalDisplayedUrl, categories } = await lighthouse(`${product.url}${path}`, headers)
      if (finalDisplayedUrl !== `${product.url}${path}`)
        throw new Error(`Lighthouse was redirected to ${finalDisplayedUrl}.`)
      for (const { title, score } of Object.values(categories)) {
        const value = Math.round(100 * (1 - score))
        rows.push({ what: `${page}: Lighthouse’s ${title}, lacks`, value, budget: MAY_LACK, unit: 'points' })
      }
    }
    return rows
  } finally {
    await product.stop()
  }
}

async function saveCohort(session: ApiSession): Promise<number> {
  const asked = { variable: 'F20_V3', constraint_type: 'EQ', constraint_value: '1' }
  const draft = { cohort_type: 'subset' as const, parent_id: 1, name: 'Looked at', ...asked }
  return valueOf(await session.call(cohortNew, draft)).new_cohort_id
}

async function lighthouse(url: string, headers: string) {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--preset=desktop',
      '--output=json',
      `--extra-headers=${headers}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${CHROMIUM_OPTIONS.args.join(' ')}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: CHROMIUM_OPTIONS.executablePath ?? chromium.executablePath() },
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  return v.parse(Report, JSON.parse(stdout))
}
