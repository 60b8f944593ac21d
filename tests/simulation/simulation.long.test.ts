import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

/** A simulation with kills, a full disk and an import. */
const SEED = 18

async function run(...words: readonly string[]): Promise<string> {
  const script = fileURLToPath(new URL('./run.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words], { encoding: 'utf8' })
  return stdout
}

test('a seed gives the same simulation again, step by step', async () => {
  const [first, second] = [await run('--seed', String(SEED)), await run('--seed', String(SEED))]
  expect(first).toContain(`Simulation ${SEED} broke no rule.`)
  expect(second).toBe(first)
})

test('a run says which rule a planted fault breaks, with the seed of the simulation', async () => {
  const fault = 'the error of a commit is swallowed, as of a full disk'
  const simulations = await run('--plant', fault, '--seed', '1', '--count', '20', '--part', '0/1')
  const last: unknown = JSON.parse(simulations.trim().split('\n').at(-1) ?? '')
  expect(last).toMatchObject({ seed: expect.any(Number), violations: expect.arrayContaining([expect.anything()]) })
})
