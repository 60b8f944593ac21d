import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { citationBibtex, citationText, type CitedFile } from '#domain/citation.ts'

const FILE: CitedFile = {
  cohortName: 'Early onset',
  setName: 'Mood & sleep',
  rows: 1_263,
  variables: 1,
  madeAt: new Date('2026-11-26T14:00:00Z'),
  software: 'DIVER 0.50.3',
  release: { name: '2026.2', contentHash: 'ab12' },
  sha256: '0123456789abcdef',
}

test('a citation names the cohort, the set, the release and the hash', () => {
  expect(citationText(FILE)).toBe(
    'Cohort “Early onset” with the variable set “Mood & sleep” (1,263 individuals, 1 variable). Data release 2026.2 (SHA-256 of the content ab12), made on 2026-11-26 with DIVER 0.50.3. SHA-256 of the file: 0123456789abcdef.',
  )
  expect(citationText({ ...FILE, release: null, sha256: null })).toBe(
    'Cohort “Early onset” with the variable set “Mood & sleep” (1,263 individuals, 1 variable). Data without a release, made on 2026-11-26 with DIVER 0.50.3.',
  )
})

test('a BibTeX entry escapes what LaTeX would interpret', () => {
  expect(citationBibtex(FILE).split('\n').slice(0, 5)).toEqual([
    '@misc{early-onset-mood-sleep-2026-2-01234567,',
    '  title = {{Early onset: Mood \\& sleep}},',
    '  year = {2026},',
    '  month = {11},',
    '  version = {2026.2},',
  ])
})

test('an entry of any names has balanced braces and a plain key', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (cohortName, setName) => {
      const entry = citationBibtex({ ...FILE, cohortName, setName })
      expect(entry).toMatch(/^@misc\{[a-z0-9-]+,\n/)
      const bare = entry.replaceAll(/\\[{}]/g, '')
      let depth = 0
      for (const character of bare) {
        if (character === '{') depth++
        if (character === '}') depth--
        expect(depth).toBeGreaterThanOrEqual(0)
      }
      expect(depth).toBe(0)
    }),
  )
})
