import type { Page } from '@playwright/test'
import type { Made } from '#tests/screens/made.ts'
import type { ScreenState } from '#tests/screens/states.ts'

/** A page whose table or picture is also printed, scrolled to a heading. */
const on = (name: string, path: string, heading?: string): ScreenState => ({
  name,
  user: 'researcher',
  path,
  isPrinted: true,
  ...(heading !== undefined && { prepare: (page: Page) => scrollTo(page, heading) }),
})

async function scrollTo(page: Page, heading: string): Promise<void> {
  const title = page.getByRole('heading', { name: heading, exact: true })
  await title.waitFor()
  await title.evaluate((element) => element.scrollIntoView({ block: 'start' }))
}

/** Tables and pictures for a paper: Table 1, Love plot, UpSet plot, completeness, lineage. */
export function tableStates({ cohorts, set }: Made): readonly ScreenState[] {
  const { high, low, both, families } = cohorts
  return [
    on('table 1', `/cohorts/describe?cohorts=${high}&set=${set}`),
    on('table 1, two cohorts', `/cohorts/describe?cohorts=${high},${low}&set=${set}`),
    on('table 1, four cohorts', `/cohorts/describe?cohorts=1,${low},${both},${families}&set=${set}`),
    on('table 1, by a category', `/cohorts/describe?cohorts=1&by=SEX&set=${set}`),
    on('table 1, nothing chosen', '/cohorts/describe'),
    on('overlap, four cohorts', `/cohorts/${high}?compare=${low},${both},1`, 'Overlap'),
    on('completeness', `/downloads/new?cohort=${both}&set=${set}`, 'Completeness'),
    on('lineage', `/cohorts/${both}`, 'Lineage'),
  ]
}
