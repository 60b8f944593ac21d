import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { apiDuringDevelopment } from './src/server/app/development/dev-server-plugin.ts'
import { databaseProjects } from './tests/support/database-projects.ts'
import { endpointRows } from './src/server/openapi/endpoint-rows-plugin.ts'
import { guideWithThePage } from './src/guide/guide-plugin.ts'
import { firstFiles } from './src/server/cli/build/first-files-plugin.ts'
import {
  cmdkWithoutDialog,
  commandsInShort,
  compressedBeside,
  layersInOrder,
  routerForProduction,
  sonnerWithoutStyleTag,
} from './src/server/cli/build/client-plugins.ts'

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
    endpointRows(),
    layersInOrder(),
    sonnerWithoutStyleTag(),
    routerForProduction(),
    cmdkWithoutDialog(),
    commandsInShort(),
    firstFiles(),
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
        // What is sent is measured by the benchmark, in brotli.
        chunkSizeWarningLimit: 700,
        // The guide takes its time, and who starts the product need not hear of it.
        rolldownOptions: {
          checks: { pluginTimings: false },
          output: {
            // The first chunk lists the files of all others: short names make it smaller.
            chunkFileNames: 'assets/[hash:7].js',
            assetFileNames: 'assets/[hash:7][extname]',
            codeSplitting: {
              // A group takes what its modules import, unless an earlier one has it.
              groups: [
                {
                  name: 'login',
                  test: /src\/main\.tsx$/,
                  priority: 8,
                },
                {
                  name: 'signed-in',
                  test: /src\/app\/signed-in-app\.tsx$|src\/(?:domain\/(?:names|missing-labels|numbers|text)|entities\/value-words|workspace\/panes\/pane-actions|(?:contract|entities)\/custom-variables|entities\/recent-work)\.ts$|src\/(?:entities\/loaded|ui\/(?:notice|skeleton|tag))\.tsx$/,
                  priority: 7,
                },
                {
                  // The first dialog, and what every other dialog needs.
                  name: 'palette',
                  test: /src\/command-kit\/palette\/palette-dialog\.tsx$/,
                  priority: 6,
                },
                {
                  // What most further screens need, so that each of these stays small.
                  name: 'screens',
                  test: /@tanstack\/[\w-]*virtual|src\/(?:entities\/(?:call-atoms|use-sending)|workspace\/(?:use-next-screen|lists\/list-view)|ui\/forms\/use-debounced|contract\/shapes\/constraint-fields)\.ts$|src\/(?:ui\/tables\/(?:data-table|visible-rows|row-clicks|pagination)|entities\/variables\/data-type-tag)\.tsx?$/,
                  priority: 5,
                },
                {
                  // Lists of rows.
                  name: 'lists',
                  test: /src\/(?:ui\/tables\/(?:tab-separated|paging)|workspace\/lists\/(?:list-scroll|paged-table|open-elsewhere|quick-look|row-rename|list-grid|row-selection)|entities\/variables\/highlighted)\.tsx?$/,
                  priority: 4,
                },
                {
                  // What the screens of cohorts share.
                  name: 'cohorts',
                  test: /src\/(?:domain\/(?:cohorts\/(?:rules|cohort-notes)|text\/names|terms|moments|releases)|contract\/(?:construct-preview|shapes\/five-numbers)|entities\/(?:terms\/term|narrow|left-out|collection-access|dialogs\/naming-dialog)|features\/cohorts\/(?:cohort-draft|use-cases|use-cohort-saving|split|renaming|set-sizes|parts\/parent-split|screens\/unknown-cohort-screen)|ui\/(?:save-file|forms\/(?:select-field|choice-bar)|charts\/split-bar)|workspace\/detail\/detail-page)\.tsx?$/,
                  priority: 3,
                },
                {
                  name: 'pictures',
                  test: /src\/(?:domain\/pictures\/(?:svg-document|marks)|ui\/(?:charts\/(?:picture-files|drawing-view|area-words|ticks)|use-roving|use-width)|workspace\/pictures\/picture-frame)\.tsx?$/,
                  priority: 2,
                },
                {
                  name: 'catalog',
                  test: /src\/features\/variables\/screens\/catalog-screen\.tsx$/,
                  priority: 1,
                },
                {
                  // Comes after the cohort's counts.
                  name: 'lineage',
                  test: /src\/features\/cohorts\/flow\/lineage\.tsx$/,
                  priority: 0,
                },
                {
                  name: 'cohort-page',
                  test: /src\/features\/cohorts\/screens\/cohort-screen\.tsx$/,
                  priority: 1,
                },
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
