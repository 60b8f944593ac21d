import { runnerImport } from 'vite'
// Runs TypeScript through Vite's module runner, because Node 20 does not.
import { buildIfStale } from '../../src/server/cli/build-if-stale.mjs'
import { findChromium } from '../journeys/find-chromium.mjs'

await buildIfStale()
const chromium = findChromium()
if (chromium !== undefined) process.env.CHROMIUM_PATH = chromium
await runnerImport(new URL('./main.ts', import.meta.url).pathname, { configFile: false })
