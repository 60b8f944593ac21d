import { defineConfig } from '@playwright/test'
import { CHROMIUM_OPTIONS } from '#tests/support/chromium-options.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  // Journeys on real data sets.
  testIgnore: process.env['TEST_DATASETS'] ? [] : ['**/*-cnp.journey.ts'],
  outputDir: '../../test-results',
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
