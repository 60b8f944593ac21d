// Runs the tests in steps: `npm test` those of everyday, `-- --rest` the others, `-- --all` both.
// Prints a line for each step, and the output of those that fail; test-results/steps has the output of each.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { EVERYDAY, REST, UNAVAILABLE } from './steps.mjs'

const { values: options } = parseArgs({
  options: { rest: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } },
})

/** @typedef {import('./steps.mjs').Step} Step */

const OUTPUTS = 'test-results/steps'
/** The closing line of a runner, such as `tests: 10 passed, 0 failed, 1 skipped`. */
const CLOSING = /^\w+: (\d+) passed, (\d+) failed, \d+ skipped$/gm

/**
 * Runs a step to its end.
 *
 * @param {Step} step
 */
async function run({ name, command: [program, ...args], environment }) {
  const begun = Date.now()
  let output = ''
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', () => resolve(127)))
  const closing = [...output.matchAll(CLOSING)]
  const sum = (group) => closing.reduce((total, match) => total + Number(match[group]), 0)
  const [passed, failed] = [sum(1), sum(2)]
  // A step without a closing line is one test; so is one that failed without a failed test.
  const isRed = code !== 0
  const counts = closing.length === 0 ? [isRed ? 0 : 1, isRed ? 1 : 0] : [passed, isRed ? Math.max(failed, 1) : failed]
  writeFileSync(join(OUTPUTS, `${name}.txt`), output)
  if (isRed) process.stdout.write(`${output}\n`)
  const seconds = Math.round((Date.now() - begun) / 1000)
  process.stdout.write(
    `${name.padEnd(24)} ${isRed ? 'FAILED' : 'passed'} ${String(seconds).padStart(5)} s${countsText(counts, closing)}\n`,
  )
  return counts
}

function countsText([passed, failed], closing) {
  return closing.length === 0 ? '' : `   ${passed} passed, ${failed} failed`
}

mkdirSync(OUTPUTS, { recursive: true })
const begun = Date.now()
for (const line of UNAVAILABLE) process.stdout.write(`${line}\n`)
const stages = [...(options.rest ? [] : EVERYDAY), ...(options.rest || options.all ? REST : [])]
const results = []
for (const stage of stages) results.push(...(await Promise.all(stage.map(run))))
const [passed, failed] = [0, 1].map((place) => results.reduce((total, counts) => total + counts[place], 0))
const total = Math.round((Date.now() - begun) / 1000)
process.stdout.write(`${Math.floor(total / 60)} min ${total % 60} s\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
