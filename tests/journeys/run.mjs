// Finds or installs Chromium, then runs the journeys.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from '../../src/server/cli/build-if-stale.mjs'
import { makeData } from '../support/make-data.mjs'
import { findChromium, onPath } from './find-chromium.mjs'

function attempt(command, args) {
  try {
    execFileSync(command, args, { stdio: 'inherit' })
  } catch {
    // Try the next way.
  }
  return findChromium()
}

function install() {
  console.log('No Chromium found: run "npx playwright install chromium", or set CHROMIUM_PATH. Trying to install one.')
  const installed = attempt('npx', ['playwright', 'install', 'chromium'])
  if (installed || process.getuid?.() !== 0 || !onPath('apt-get')) return installed
  attempt('apt-get', ['update', '-qq'])
  return attempt('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'])
}

const path = findChromium() ?? install()
if (!path) {
  console.error('The journeys need Chromium: run "npx playwright install chromium", or set CHROMIUM_PATH.')
  process.exit(1)
}
// Journeys use the built product and one set of synthetic data; MADE_DATA names an existing one.
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
