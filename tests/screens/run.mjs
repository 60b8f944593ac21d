import { runnerImport } from 'vite'
// Takes screenshots of all states: npm run screens -- [FOLDER] [--only PATTERN] [--view PATTERN]. Through Vite's module
// runner, because Node 20 does not read TypeScript.
import { buildIfStale } from '../../src/server/cli/build-if-stale.mjs'
import { findChromium } from '../journeys/find-chromium.mjs'

const path = findChromium()
if (!path) throw new Error('Pictures need Chromium: run "npx playwright install chromium", or set CHROMIUM_PATH.')
process.env.CHROMIUM_PATH = path
await buildIfStale()
await runnerImport(new URL('./main.ts', import.meta.url).pathname, { configFile: false })
