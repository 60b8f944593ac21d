import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const folder = mkdtempSync(join(tmpdir(), 'diver-build-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${program} ended with ${status}\n${stdout}\n${stderr}`)
  return stdout
}

test('the same sources make the same files in another folder, time zone and language', () => {
  const copy = join(folder, 'another-name')
  const sources = run('git', ['ls-files', '--cached', '--others', '--exclude-standard']).trim().split('\n')
  run('mkdir', ['-p', copy])
  run('cp', ['--parents', ...sources, copy])
  // Hard links: a copy of node_modules would take a minute.
  run('cp', ['-al', 'node_modules', copy])
  const env = { ...process.env, TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' }
  const there = run('node', ['src/server/cli/build.mjs'], { cwd: copy, env })
  expect(there).toMatch(/^sha256 of dist\/client: [0-9a-f]{64}\nsha256 of dist\/server: [0-9a-f]{64}\n$/)
  expect(run('node', ['src/server/cli/build.mjs'])).toBe(there)
})
