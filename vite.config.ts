import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { guideWithThePage } from './src/guide/guide-plugin.ts'
import { apiDuringDevelopment } from './src/server/app/development/dev-server-plugin.ts'
import {
  cmdkWithoutDialog,
  commandsInShort,
  compressedBeside,
  layersInOrder,
  routerForProduction,
  sonnerWithoutStyleTag,
} from './src/server/cli/build/client-plugins.ts'
import { firstFiles } from './src/server/cli/build/first-files-plugin.ts'
import { endpointRows } from './src/server/openapi/endpoint-rows-plugin.ts'
import { databaseProjects } from './tests/support/database-projects.ts'

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
                  priority: 9,
                },
                {
                  name: 'signed-in',
                  test: /src\/app\/signed-in-app\.tsx$|src\/(?:domain\/(?:names|missing-labels|numbers|text)|entities\/value-words|workspace\/panes\/pane-actions|(?:contract|entities)\/custom-variables|entities\/recent-work)\.ts$|src\/(?:entities\/loaded|ui\/(?:notice|skeleton|tag))\.tsx$/,
                  priority: 8,
                },
                {
                  // The first dialog, and what every other dialog needs.
                  name: 'palette',
                  test: /src\/command-kit\/palette\/palette-dialog\.tsx$/,
                  priority: 7,
                },
                {
                  // What most further screens need, so that each of these stays small.
                  name: 'screens',
                  test: /@tanstack\/(?:[\w-]*virtual|(?:query-core|react-query)\/build\/modern\/(?:queriesObserver|useQueries)\.js)|src\/(?:entities\/(?:call-atoms|use-sending|conditions\/condition-sentence)|workspace\/(?:use-next-screen|lists\/list-view)|ui\/forms\/use-debounced|contract\/(?:construct-preview|shapes\/constraint-fields)|domain\/text\/names)\.ts$|src\/(?:ui\/(?:tables\/(?:data-table|visible-rows|row-clicks|pagination|paging|tab-separated)|forms\/(?:select-field|choice-bar))|entities\/variables\/data-type-tag)\.tsx?$/,
                  priority: 6,
                },
                {
                  // Lists of rows.
                  name: 'lists',
                  test: /src\/(?:workspace\/lists\/(?:list-scroll|paged-table|open-elsewhere|quick-look|row-rename|list-grid|row-selection)|entities\/variables\/highlighted)\.tsx?$/,
                  priority: 5,
                },
                {
                  // What the pages of one thing share.
                  name: 'details',
                  test: /src\/(?:domain\/(?:cohorts\/rules|terms|moments|releases)|entities\/(?:terms\/term|narrow|count-notes|collection-access|dialogs\/naming-dialog)|ui\/save-file|workspace\/detail\/detail-page)\.tsx?$/,
                  priority: 4,
                },
                {
                  // What the screens of cohorts share.
                  name: 'cohorts',
                  test: /src\/(?:domain\/cohorts\/cohort-notes|contract\/shapes\/(?:five-numbers|flow-lineage|cohort-movement)|features\/cohorts\/(?:lineage\/attrition|renaming|screens\/unknown-cohort-screen)|entities\/cohorts\/(?:building\/(?:cohort-draft|save-cohorts|use-cohort-saving)|counts\/(?:split|parent-split)|pictures\/set-sizes|unknown-cohort)|ui\/charts\/split-bar)\.tsx?$/,
                  priority: 3,
                },
                {
                  name: 'pictures',
                  test: /src\/(?:domain\/pictures\/(?:svg-document|marks|text-fit)|ui\/(?:charts\/(?:picture-files|drawing-view|area-words|ticks)|use-roving|use-width)|workspace\/pictures\/picture-frame)\.tsx?$/,
                  priority: 2,
                },
                {
                  // Rules in words, for the builder and the lineage.
                  name: 'rules',
                  test: /src\/(?:domain\/cohorts\/rule-words|contract\/(?:rules|shapes\/rules-of-definition)|entities\/rules\/(?:rule-draft|rules-of-draft|rule-sentence|saved-rules))\.ts$/,
                  priority: 1,
                },
                {
                  name: 'catalog',
                  test: /src\/features\/variables\/screens\/catalog-screen\.tsx$/,
                  priority: 1,
                },
                {
                  // Comes after the cohort's counts.
                  name: 'lineage',
                  test: /src\/features\/cohorts\/lineage\/lineage\.tsx$/,
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
