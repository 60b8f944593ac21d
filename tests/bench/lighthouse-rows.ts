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
/** Lighthouse's two forms, and the points below 100 that a page may score. */
const FORMS = [
  { form: 'desktop', options: ['--preset=desktop'], mayLack: 5 },
  { form: 'phone', options: [], mayLack: 3 },
] as const
type Form = (typeof FORMS)[number]

const Report = v.object({
  finalDisplayedUrl: v.string(),
  categories: v.record(v.string(), v.object({ title: v.string(), score: v.number() })),
})

/** Lighthouse findings on the login and, signed in, on the first screens, on a desktop and on a slow phone. */
export async function measureLighthouse(): Promise<BenchRow[]> {
  const product = await startOnStudy()
  try {
    const session = await signIn(product.url, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password)
    const signedIn = { Cookie: session.cookie() }
    const pages = [
      { page: 'login', path: '/', headers: {} },
      { page: 'dashboard', path: '/', headers: signedIn },
      { page: 'catalog', path: '/variables/all', headers: signedIn },
      { page: 'cohort page', path: `/cohorts/${await saveCohort(session)}`, headers: signedIn },
    ]
    const rows: BenchRow[] = []
    for (const form of FORMS) {
      for (const { page, path, headers } of pages) {
        const { finalDisplayedUrl, categories } = await lighthouse(`${product.url}${path}`, headers, form)
        if (finalDisplayedUrl !== `${product.url}${path}`)
          throw new Error(`Lighthouse was redirected to ${finalDisplayedUrl}.`)
        for (const { title, score } of Object.values(categories)) {
          const value = Math.round(100 * (1 - score))
          const what = `${page} on a ${form.form}: Lighthouse’s ${title}, lacks`
          rows.push({ what, value, budget: form.mayLack, unit: 'points' })
        }
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

async function lighthouse(url: string, headers: Readonly<Record<string, string>>, { options }: Form) {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      ...options,
      '--output=json',
      `--extra-headers=${JSON.stringify(headers)}`,
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
