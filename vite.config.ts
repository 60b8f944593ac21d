import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressedBeside, layersInOrder, sonnerWithoutStyleTag } from './src/build/client-plugins.ts'
import { apiDuringDevelopment } from './src/build/development-api-plugin.ts'
import { guideWithThePage } from './src/build/guide-plugin.ts'
import { databaseProjects } from './tests/support/database-projects.ts'

/** Libraries that every page needs. */
const VENDOR =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|jotai|jotai-family|@tanstack\/(?:query-core|react-query)|valibot|ofetch)\//

/** Imported in test runs alone: vitest's own modules would slow every start. */
async function testRun() {
  if (process.env['VITEST'] === undefined) return {}
  const { LongFirst } = await import('./tests/support/long-first.ts')
  const { SpecReporter } = await import('./tests/spec/spec-reporter.ts')
  const { UnfinishedFiles } = await import('./tests/support/unfinished-files.ts')
  const { ClosingLine } = await import('./tests/support/closing-line.ts')
  return {
    sequence: { sequencer: LongFirst },
    reporters: ['default', new SpecReporter(), new UnfinishedFiles(), new ClosingLine()],
  }
}

export default defineConfig({
  plugins: [
    react(),
    guideWithThePage(),
    layersInOrder(),
    sonnerWithoutStyleTag(),
    compressedBeside(),
    apiDuringDevelopment(),
  ],
  builder: { sharedConfigBuild: true },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // The guide takes its time, and who starts the product need not hear of it.
          checks: { pluginTimings: false },
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: VENDOR, priority: 1 },
                // The entry with all that it imports, which would be a file for each set of screens that need a module.
                { name: 'main', test: /src\/main\.tsx$/ },
              ],
            },
          },
        },
      },
    },
    server: {
      consumer: 'server',
      build: {
        ssr: true,
        target: 'node20',
        outDir: 'dist/server',
        emptyOutDir: true,
        rollupOptions: {
          input: {
            main: 'src/server/main.ts',
            cli: 'src/server/cli/main.ts',
          },
        },
      },
    },
  },
  test: {
    // By itself vitest leaves a core to others, which on two cores is half of them.
    maxWorkers: '100%',
    // Files of a worker share what they import: a browser's stand-in and React made anew for each take most of the time.
    isolate: false,
    ...(await testRun()),
    setupFiles: ['tests/support/same-cases.ts'],
    // Fifteen times the slowest test on two busy cores. Slower files import SLOW_TEST_MILLISECONDS.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'domain', environment: 'node', include: ['tests/domain/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'jsdom',
          include: ['tests/{api,app,command-kit,workspace,commands,features,entities,ui}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/browser-stubs.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/{server,contract,corpus,architecture,guide,spec,reference,prove,simulation}/**/*.test.ts'],
        },
      },
      ...databaseProjects(),
    ],
  },
})
