import { expect, test } from '#tests/journeys/journey.ts'
import { doMainJob } from '#tests/journeys/main-job.ts'
import { cnpFolder } from '#tests/support/cnp-folder.ts'
import { rawColumn } from '#tests/support/import-raw-counts.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

const ACCOUNT = { username: 'ana', password: 'a long password', collections: ['ct'] }

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct({ importFolder: cnpFolder(), account: ACCOUNT })
})

test.afterAll(() => product.stop())

/** The code of a level in any notation. */
const code = (raw: string) => (raw === 'n/a' ? '' : raw.replace(/\.0$/, ''))

test('downloads a CSV of the CNP data that equals the TSV files', async ({ page }) => {
  const depressed = rawColumn(cnpFolder(), 'bprs', 'bprs3')
  const diagnoses = rawColumn(cnpFolder(), 'participants', 'diagnosis')
  const participants = [...depressed].filter(([, raw]) => code(raw) === '1').map(([id]) => id)

  const file = await doMainJob(page, {
    url: product.url,
    username: ACCOUNT.username,
    password: ACCOUNT.password,
    search: 'bprs3',
    variable: 'BPRS3',
    value: '1',
    matches: participants.length,
    second: 'DIAGNOSIS',
  })

  const rows = participants.toSorted().map((id) => `${id},${id},ct,1,,,1,${diagnoses.get(id) ?? ''}`)
  expect(file).toBe(
    ['individual_id,family_id,collection,study_id,consent,dx_nimh,BPRS3,DIAGNOSIS', ...rows, ''].join('\r\n'),
  )
})
