import { expect, test } from 'vitest'
import { cohortPreview } from '#contract/cohorts.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'

test('requests that find at once that the data have changed are all answered', async () => {
  const server = await serveStudy(SMALL_STUDY)
  const call = await server.callAs('admin')
  const ask = (variable: string) =>
    call(cohortPreview, { cohort_type: 'subset', parent_id: 1, variable, constraint_type: 'VALID' })
  valueOf(await ask('AGE'))
  for (let round = 0; round < 5; round++) {
    await withWriteLock(server.database, raiseDataVersion)
    const previews = await Promise.all(['AGE', 'MARITAL', 'AGE', 'SMOKER', 'SYMPTOMS', 'MOOD_LOW'].map(ask))
    expect(previews.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true])
  }
})
