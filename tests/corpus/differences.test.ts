import { expect, test } from 'vitest'
import { differences } from '#tests/corpus/differences.ts'
import { contentOf, readRecording, type Exchange } from '#tests/corpus/recording.ts'

const exchange = (text: string, more: Partial<Exchange> = {}): Exchange => ({
  request: 'plain: admin GET /version',
  status: 200,
  headers: { vary: 'accept-encoding' },
  body: contentOf(new TextEncoder().encode(text)),
  ...more,
})

test('equal recordings have no difference, also after writing and reading them', () => {
  const recording = [exchange('{"at":"2026"}'), exchange('{}')]
  expect(differences(recording, readRecording(JSON.stringify(recording)))).toEqual([])
  expect(differences([exchange('{"at":"2026"}')], [exchange('{"at":"2027"}')])).toEqual([])
})

test('reports differences of status, headers and body by request', () => {
  const before = exchange(`{"names":"${'x'.repeat(200)}","count":12}`)
  const after = exchange(`{"names":"${'x'.repeat(200)}","count":13}`, { status: 201, headers: {} })
  expect(differences([before], [after])).toEqual([
    [
      'plain: admin GET /version',
      'status: 200 → 201',
      'header vary: accept-encoding → none',
      `body: - …${'x'.repeat(69)}","count":12}`,
      `body: + …${'x'.repeat(69)}","count":13}`,
    ].join('\n  '),
  ])
})

test('compares repeated requests individually', () => {
  const found = differences([exchange('a'), exchange('b'), exchange('c')], [exchange('a'), exchange('x')])
  expect(found.map((text) => text.split('\n'))).toEqual([
    ['plain: admin GET /version (2)', '  body: - b', '  body: + x'],
    ['plain: admin GET /version (3)', '  is no longer sent'],
  ])
  expect(differences([], [exchange('a')])).toEqual(['plain: admin GET /version\n  was not sent before'])
})

test('compares entries of a zip by name, and binary bytes by their hash', () => {
  const bytes = (...values: number[]) => contentOf(Uint8Array.from(values))
  const before = exchange('', { entries: { gone: bytes(65), same: bytes(255, 1), table: bytes(255, 1) } })
  const after = exchange('', { entries: { made: bytes(65), same: bytes(255, 1), table: bytes(255, 1, 2) } })
  expect(differences([before], [after]).flatMap((text) => text.split('\n  ').slice(1))).toEqual([
    'entry gone: none any more',
    'entry made: none before',
    'entry table: 2 bytes → 3 bytes, not kept as text',
  ])
})
