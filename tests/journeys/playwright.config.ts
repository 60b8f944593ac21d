import { defineConfig } from '@playwright/test'
import { ROWS } from '#tests/spec/rows-shown.ts'
import { CHROMIUM_OPTIONS } from '#tests/support/chromium-options.ts'

/** Journeys that a row of the specification names: those of `npm test`. */
const EVERYDAY = [...new Set(ROWS.map(({ file }) => file).filter((file) => file.startsWith('journeys/')))].map(
  (file) => `**/${file}`,
)
const part = process.env['JOURNEYS']
/** Journeys on real data sets. */
const withoutDatasets = process.env['TEST_DATASETS'] ? [] : ['**/*-cnp.journey.ts']

export default defineConfig({
  testDir: '.',
  testMatch: part === 'everyday' ? EVERYDAY : '**/*.journey.ts',
  testIgnore: part === 'rest' ? [...withoutDatasets, ...EVERYDAY] : withoutDatasets,
  outputDir: '../../test-results/journeys',
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // Busy machines are slow at times; two failures are an error.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['../spec/journey-reporter.ts']],
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'on-first-retry',
    // Rendering unseen frames is slow on a small machine.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: CHROMIUM_OPTIONS,
  },
})
