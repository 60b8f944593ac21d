import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { userinfo, version } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'

test('preloads exactly the first requests of the page', () => {
  const page = readFileSync('index.html', 'utf8')
  const asked = [...page.matchAll(/rel="preload" href="([^"]+)"/g)].map(([, path]) => path)
  expect(asked).toEqual([userinfo, version].map(({ path }) => `${API_PREFIX}${path}`))
})
