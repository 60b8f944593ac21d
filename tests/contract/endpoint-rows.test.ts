import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditLabel } from '#features/audit/action-labels.ts'
import { withoutServerProperties } from '#server/openapi/endpoint-rows-plugin.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'

const rows = await contractCalls()

test('every endpoint has a unique summary of one sentence', () => {
  for (const { summary } of rows) expect(summary).toMatch(/^[A-Z].*\.$/)
  expect(new Set(rows.map(({ summary }) => summary)).size).toBe(rows.length)
})

test('the audit log of the client labels every endpoint that has a label', () => {
  const audited = rows.filter(({ audit }) => audit !== undefined)
  expect(audited.length).toBeGreaterThan(30)
  expect(audited.map(({ method, path }) => auditLabel(`${method} ${path}`))).toEqual(audited.map(({ audit }) => audit))
})

test('the client build contains no server-only data', () => {
  const folder = join(import.meta.dirname, '../../src/contract')
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.startsWith('endpoint'))
  const sourceOf = (file: string) => withoutServerProperties(readFileSync(join(folder, file), 'utf8'))
  const sources = files.map(sourceOf).join('\n')
  expect(sources).not.toMatch(/^ {2}(?:summary|audit|files|takesBytes|isOpen|input): /m)
  // A schema that only requests use is not loaded either.
  expect(files.filter((file) => sourceOf(file).includes('shapes/drafts.ts'))).toEqual([
    // Its answers are definitions.
    'history.ts',
  ])
  const paths = [...sources.matchAll(/^ {2}path: '(.+)',$/gm)].map(([, path = '']) => path)
  expect(paths.toSorted()).toEqual(rows.map(({ path }) => path).toSorted())
  for (const kept of ['method', 'answer', 'failure']) {
    expect([...sources.matchAll(new RegExp(`^ {2}${kept}: `, 'gm'))]).toHaveLength(rows.length)
  }
})
