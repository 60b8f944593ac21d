// Finds a Chromium, or says what to run and tries to get one; then runs the journeys in it.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from '../../src/server/cli/build-if-stale.mjs'
import { findChromium, onPath } from './find-chromium.mjs'

function attempt(command, args) {
  try {
    execFileSync(command, args, { stdio: 'inherit' })
  } catch {
    // The next way is tried.
  }
  return findChromium()
}

function install() {
  console.log('No Chromium found: run "npx playwright install chromium", or set CHROMIUM_PATH. Trying to install one.')
  const own = attempt('npx', ['playwright', 'install', 'chromium'])
  if (own || process.getuid?.() !== 0 || !onPath('apt-get')) return own
  attempt('apt-get', ['update', '-qq'])
  return attempt('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'])
}

/** Starts the product on an empty folder, which fills it, and stops it again. */
function makeData(folder) {
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', DEMO_SCALE: '0.02' }
  const server = spawn('node', ['src/server/start.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      if (chunk.toString().includes('Listening on')) server.kill('SIGTERM')
    })
    server.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Making the data ended with ${code}.`))))
  })
}

const path = findChromium() ?? install()
if (!path) {
  console.error('The journeys need Chromium: run "npx playwright install chromium", or set CHROMIUM_PATH.')
  process.exit(1)
}
// The journeys use the built product, and all the same synthetic data, made once; MADE_DATA names some made before.
await buildIfStale()
const made = process.env.MADE_DATA ?? mkdtempSync(join(tmpdir(), 'diver-made-'))
if (!process.env.MADE_DATA) await makeData(made)
const { status } = spawnSync(
  'npx',
  ['playwright', 'test', '--config', 'tests/journeys/playwright.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: path, MADE_DATA: made } },
)
if (!process.env.MADE_DATA) rmSync(made, { recursive: true, force: true })
process.exit(status ?? 1)
