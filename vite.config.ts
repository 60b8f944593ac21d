import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { apiDuringDevelopment } from './src/server/app/development/dev-server-plugin.ts'
import { isPostgresInstalled } from './tests/support/private-postgres.ts'
import { endpointRows } from './src/server/openapi/endpoint-rows-plugin.ts'
import { guideWithThePage } from './src/guide/guide-plugin.ts'

/** Sonner writes a style tag when it loads, which the content security policy refuses; its sheet is imported instead. */
function sonnerWithoutStyleTag(): Plugin {
  return {
    name: 'sonner-without-style-tag',
    transform: (code, id) => (id.includes('/sonner/dist/') ? code.replace(/^__insertCSS\(/m, 'void (') : null),
  }
}

/** Chunks load in an order of their own, and whichever sheet comes first would settle the order of the layers. */
function layersInOrder(): Plugin {
  return {
    name: 'layers-in-order',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('.module.css') ? `@layer reset, tokens, base, components;\n${code}` : null),
  }
}

const ROUTER: ReadonlyMap<string, string> = new Map([
  ['react-router', 'index.mjs'],
  ['react-router/dom', 'dom-export.mjs'],
])

/** React Router's exports name only its files for development, which carry checks and messages for developers. */
function routerForProduction(): Plugin {
  return {
    name: 'router-for-production',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => {
      const file = ROUTER.get(id)
      return file === undefined ? null : join(import.meta.dirname, 'node_modules/react-router/dist/production', file)
    },
  }
}

const NO_DIALOG = '\0no-radix-dialog'

/** cmdk's Command.Dialog, which the palette does not use, would load a second implementation of dialogs. */
function cmdkWithoutDialog(): Plugin {
  return {
    name: 'cmdk-without-dialog',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id, importer) =>
      id === '@radix-ui/react-dialog' && importer?.includes('/cmdk/') === true ? NO_DIALOG : null,
    load: (id) => (id === NO_DIALOG ? 'export const Root = null, Portal = null, Overlay = null, Content = null' : null),
  }
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}

/** The nodes of a property's name below a node, outermost first. */
function propertiesNamed(name: string, node: Node): Node[] {
  const key = node.type === 'Property' && 'key' in node ? node.key : null
  if (isNode(key) && 'name' in key && key.name === name) return [node]
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((below) => propertiesNamed(name, below))
}

/** The examples of commands are for tests; the declarations load with the first screen. */
function commandsWithoutExamples(): Plugin {
  return {
    name: 'commands-without-examples',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!/\/commands\/[\w-]+\.ts$/.test(id)) return null
      const found = propertiesNamed('examples', this.parse(code)).toSorted((one, other) => other.start - one.start)
      return found.reduce((rest, { start, end }) => `${rest.slice(0, start)}examples: []${rest.slice(end)}`, code)
    },
  }
}

const COMPRESSIBLE = /\.(?:js|css|svg)$/

/** Beside each file that shrinks, the same in brotli and in gzip: made once, as small as can be, and sent as they are. */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: async ({ dir = '' }, bundle) => {
      const names = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name))
      const compressed = names.map(async (name) => {
        const file = join(dir, name)
        const content = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
      })
      await Promise.all(compressed)
    },
  }
}

/** Imported in test runs alone: vitest's own modules would slow every start. */
async function testRun() {
  if (process.env['VITEST'] === undefined) return {}
  const { LongFirst } = await import('./tests/support/long-first.ts')
  const { SpecReporter } = await import('./tests/spec/spec-reporter.ts')
  const { UnfinishedFiles } = await import('./tests/support/unfinished-files.ts')
  return { sequence: { sequencer: LongFirst }, reporters: ['default', new SpecReporter(), new UnfinishedFiles()] }
}

if (process.env['VITEST'] !== undefined && !isPostgresInstalled()) {
  process.stderr.write('PostgreSQL is not installed (Debian: postgresql-15): its tests are left out.\n')
}

/** The same tests of the calls as on DuckDB, over a PostgreSQL server of the run's own. */
const CONTRACT_ON_POSTGRESQL = {
  extends: true as const,
  test: {
    name: 'postgresql',
    environment: 'node',
    include: [
      'tests/{contract,postgresql}/**/*.test.ts',
      'tests/server/engine/{downloads/download-table,releases/content-hash,sources/answers-at-release,counts/{stored-coverage,number-summary}}.test.ts',
    ],
    globalSetup: ['tests/support/postgresql-setup.ts'],
  },
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
    commandsWithoutExamples(),
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
          // All that the entry needs in one file: parted by who else needs it, it is twenty, and larger by a twentieth.
          // And what nearly every further screen draws its table with, so that each of these stays small.
          output: {
            // The first chunk lists the files of all others: short names make it smaller.
            chunkFileNames: 'assets/[hash:7].js',
            assetFileNames: 'assets/[hash:7][extname]',
            codeSplitting: {
              groups: [
                {
                  name: 'first',
                  test: /src\/main\.tsx$|@tanstack\/[\w-]*virtual|src\/(?:domain\/(?:names|missing-labels|numbers|text)|entities\/value-words|workspace\/panes\/pane-actions|(?:contract|entities)\/custom-variables|entities\/recent-work)\.ts$|src\/(?:entities\/loaded|ui\/(?:notice|skeleton|tag))\.tsx$/,
                },
                {
                  // The first dialog, and what every other dialog needs.
                  name: 'palette',
                  test: /src\/command-kit\/palette\/palette-dialog\.tsx$/,
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
          include: ['tests/{server,contract,corpus,architecture,guide,spec,reference,prove}/**/*.test.ts'],
        },
      },
      ...(isPostgresInstalled() ? [CONTRACT_ON_POSTGRESQL] : []),
    ],
  },
})
