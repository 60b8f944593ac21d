import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sumsText } from '#domain/checksums.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { verify } from '#server/cli/verify.ts'
import { prepareBundle } from '#tests/support/bundle.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { filesOf } from '#tests/support/read-zip.ts'
import { createTestServer } from '#tests/support/test-server.ts'

let folder: string
let archive: Buffer
let files: Map<string, Uint8Array>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diver-verify-'))
  const server = await createTestServer()
  const id = await prepareBundle(await server.callAs('researcher'))
  const fetch = await server.fetchAs('researcher')
  archive = Buffer.from(await (await fetch(`${API_PREFIX}/cohort/download/bundle?downloadid=${id}`)).arrayBuffer())
  files = filesOf(archive)
  server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The output of the command, and its failure. */
async function verified(content: Uint8Array | Map<string, Uint8Array>) {
  const path = join(mkdtempSync(join(folder, 'bundle-')), 'bundle')
  if (content instanceof Map) {
    mkdirSync(path)
    for (const [name, bytes] of content) writeFileSync(join(path, name), bytes)
  } else writeFileSync(path, content)
  const lines: string[] = []
  const failure = await verify([path], { out: (text) => lines.push(text) }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message.replace(path, 'BUNDLE') : ''),
  )
  return { lines: lines.map((line) => line.replace(path, 'BUNDLE')), failure }
}

test('a bundle is as it was made, as a zip and unpacked', async () => {
  for (const content of [archive, files]) {
    const { lines, failure } = await verified(content)
    expect(failure).toBeNull()
    expect(lines[0]).toMatch(/^Cohort “Either” with the variable set “All kinds” \(5 individuals, 9 variables\)\./)
    expect(lines.at(-1)).toBe(`BUNDLE is as it was made: ${files.size} files, 5 rows.`)
  }
})

test('every changed, missing or added file is found', async () => {
  const names = [...files.keys()]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.constantFrom('change', 'remove', 'add'),
      fc.nat(),
      async (name, action, offset) => {
        const changed = new Map(files)
        const bytes = Uint8Array.from(files.get(name) ?? [])
        const place = offset % bytes.length
        bytes[place] = (bytes[place] ?? 0) ^ 1
        if (action === 'change') changed.set(name, bytes)
        if (action === 'remove') changed.delete(name)
        if (action === 'add') changed.set(`${name}.copy`, bytes)
        const { lines, failure } = await verified(changed)
        expect(failure).toBe('BUNDLE is not as it was made.')
        expect(lines.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: fuzzRuns(60) },
  )
})

test('rows that differ from the definitions are found although the sums are right', async () => {
  const changed = new Map(files)
  const lines = Buffer.from(files.get('data.csv') ?? [])
    .toString()
    .trimEnd()
    .split('\r\n')
  changed.set('data.csv', Buffer.from(`${lines.slice(0, -1).join('\r\n')}\r\n`))
  changed.delete('SHA256SUMS')
  const sums = [...changed].map(([name, bytes]) => ({ name, sha256: createHash('sha256').update(bytes).digest('hex') }))
  changed.set('SHA256SUMS', Buffer.from(sumsText(sums)))
  const { lines: problems } = await verified(zipSync(Object.fromEntries(changed)))
  expect(problems).toEqual([
    'data.csv is not the file in ro-crate-metadata.json.',
    'data.csv has another size.',
    'data.csv has 4 rows, not 5.',
    'cohort.csv has other individuals than data.csv.',
  ])
})

test('a zip with two files of one name is refused, because programs differ in which they read', async () => {
  const zip = zipSync({
    'data.csv': Buffer.from('individual_id\r\nP99\r\n'),
    'data.cs_': files.get('data.csv') ?? new Uint8Array(),
  })
  const twice = Buffer.from(Buffer.from(zip).toString('latin1').replaceAll('data.cs_', 'data.csv'), 'latin1')
  const { lines, failure } = await verified(twice)
  expect(lines).toContain('data.csv is in the zip more than once.')
  expect(failure).toBe('BUNDLE is not as it was made.')
})

test('damaged content has a message', async () => {
  const damaged = Buffer.from(archive)
  const start = damaged.indexOf('data.csv') + 'data.csv'.length
  damaged.fill(0xff, start + 20, start + 60)
  expect((await verified(damaged)).failure).toMatch(/^BUNDLE /)
  const uneven = new Map(files).set('data.csv', Buffer.from('individual_id,a\r\nP01\r\n'))
  expect((await verified(uneven)).failure).toMatch(/^BUNDLE cannot be read: /)
  const outside = Buffer.from(zipSync({ 'aa/data.csv': Buffer.from('x') }).map((byte) => byte))
  const climbing = Buffer.from(outside.toString('latin1').replaceAll('aa/data', '../data'), 'latin1')
  expect((await verified(climbing)).failure).toMatch(/^BUNDLE cannot be read: /)
})

test('a file that is no zip, and a missing one, have a message', async () => {
  expect((await verified(Buffer.from('no zip'))).failure).toMatch(/^BUNDLE is no zip: /)
  await expect(verify([join(folder, 'missing')], { out: () => undefined })).rejects.toThrow(/^There is no .*missing\.$/)
  await expect(verify([], { out: () => undefined })).rejects.toThrow(/^Usage: npm run verify/)
})
