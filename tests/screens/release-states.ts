import type { Page } from '@playwright/test'
import * as v from 'valibot'
import type { Made } from '#tests/screens/made.ts'
import type { ScreenState } from '#tests/screens/states.ts'

const RELEASES = [
  {
    name: '2026.2',
    made_at: '2026-11-20T09:30:00Z',
    individuals: 2129,
    variables: 5632,
    added: 64,
    corrected: 1204,
    withdrawn: 3,
  },
  {
    name: '2026.1',
    made_at: '2026-03-02T14:05:00Z',
    individuals: 2065,
    variables: 5610,
    added: 2065,
    corrected: 0,
    withdrawn: 0,
  },
]

const TODAY = {
  made_on: '2026.1',
  today: '2026.2',
  before: 118,
  after: 124,
  changes: { entered: 15, left: 9, stayed: 109 },
  causes: [
    { cause: 'added', variable_name: null, entered: 8, left: 0 },
    { cause: 'withdrawn', variable_name: null, entered: 0, left: 2 },
    { cause: 'corrected', variable_name: 'MOOD_HIGH_EVER', entered: 7, left: 3 },
    { cause: 'unknown', variable_name: 'MOOD_HIGH_EVER', entered: 0, left: 4 },
  ],
  problem: null,
}

const Cohorts = v.object({ cohorts: v.array(v.looseObject({ cohortid: v.number(), name: v.string() })) })

/** Makes a cohort one of an earlier release; only another import could. */
const onEarlierRelease = (cohortId: number, today: object) => async (page: Page) => {
  await page.route('**/api/v0/cohort/info*', async (route) => {
    const answer = await route.fetch()
    const { cohorts } = v.parse(Cohorts, await answer.json())
    const counted = { at: '2026-03-02T14:05:00Z', people: 2065, is_current: false, release: '2026.1' }
    const json = {
      cohorts: cohorts.map((one) => (one.cohortid === cohortId ? { ...one, counted, withdrawn: 2 } : one)),
    }
    await route.fulfill({ json })
  })
  await page.route('**/api/v0/cohort/today', (route) => route.fulfill({ json: today }))
}

const releases = (name: string, data: object | null): ScreenState => ({
  name: `data releases${name}`,
  user: 'researcher',
  path: '/releases',
  before: (page) =>
    page.route('**/api/v0/releases', (route) =>
      data === null
        ? route.fulfill({ status: 500, json: { message: 'The disk is full.' } })
        : route.fulfill({ json: { data } }),
    ),
})

/** Data releases, and cohorts that were made on an earlier one. */
export function releaseStates({ cohorts }: Made): readonly ScreenState[] {
  const path = `/cohorts/${cohorts.high}`
  const rerun = [
    { cohortid: cohorts.high, name: 'High mood at some time' },
    { cohortid: cohorts.both, name: 'High as well as low mood' },
  ]
  const problem = 'The variable MOOD_HIGH_EVER is no longer in the data.'
  const refused = { ...TODAY, after: null, changes: null, causes: [], rerun: [], problem }
  return [
    releases(
      '',
      RELEASES.map((release, place) => ({
        ...release,
        content_hash: place === 0 ? null : '3fa9c1'.repeat(11).slice(2),
      })),
    ),
    releases(', empty', []),
    releases(', error', null),
    {
      name: 'cohort, earlier release',
      user: 'researcher',
      path,
      before: onEarlierRelease(cohorts.high, { ...TODAY, rerun }),
    },
    {
      name: 'cohort, earlier release, refused',
      user: 'researcher',
      path,
      before: onEarlierRelease(cohorts.high, refused),
    },
  ]
}
