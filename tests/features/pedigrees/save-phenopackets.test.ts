// @vitest-environment jsdom
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { savePhenopackets } from '#features/pedigrees/save-phenopackets.ts'
import { PEDIGREE_STUDY } from '#tests/support/pedigree-study.ts'
import { PhenopacketFamily } from '#tests/support/phenopacket-schema.ts'
import { createTestServer } from '#tests/support/test-server.ts'
import { watchDownloads, type DownloadWatch } from '#tests/support/watch-downloads.ts'

let watch: DownloadWatch
beforeEach(() => {
  watch = watchDownloads()
})
afterEach(() => watch.end())

test('downloads all pedigrees, or one family, from a URL that returns Phenopackets', async () => {
  const member = { individualId: 'K02' }
  savePhenopackets({ cohortId: 1 })
  savePhenopackets({ cohortId: 1, variable: 'MOOD_LOW', value: '1' }, 'A & B', {
    familyId: 'K',
    members: [
      {
        ...member,
        father: null,
        mother: null,
        sex: 'F',
        affected: null,
        proband: false,
        placeholder: false,
        deceased: false,
        twinOf: null,
        identical: null,
      },
    ],
  })
  expect(watch.started.map(({ name }) => name)).toEqual(['pedigrees.ndjson', 'A & B K.json'])
  const server = await createTestServer({ study: PEDIGREE_STUDY })
  const fetch = await server.fetchAs('admin')
  const texts = await Promise.all(watch.started.map(async ({ address }) => (await fetch(address)).text()))
  server.close()
  const idsOf = (text: string) => v.parse(PhenopacketFamily, JSON.parse(text)).id
  expect(texts[0]?.trim().split('\n').map(idsOf)).toEqual(['K', 'M', 'N1'])
  expect(idsOf(texts[1] ?? '')).toBe('K')
  expect(texts[1]).toContain('"AFFECTED"')
})
