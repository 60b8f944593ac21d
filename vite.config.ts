import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import {
  apiDuringDevelopment,
  compressedBeside,
  guideWithThePage,
  layersInOrder,
  sonnerWithoutStyleTag,
} from './src/build/client-plugins.ts'

/** Libraries that every page needs. */
const VENDOR =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|jotai|jotai-family|@tanstack\/(?:query-core|react-query)|valibot|ofetch)\//

/** Imported in test runs alone: vitest's own modules would slow every start. */
const test = process.env['VITEST'] ? (await import('./tests/support/vitest-options.ts')).VITEST_OPTIONS : {}

export default defineConfig({
  publicDir: 'src/public',
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
            // The entry lists the files of all lazy screens.
            chunkFileNames: 'assets/[hash].js',
            assetFileNames: 'assets/[hash][extname]',
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
    // One file without dependencies, which the server hands out.
    terminal: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        ssr: true,
        target: 'node20',
        outDir: 'dist/client/clients',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: { diver: 'src/terminal/entry.ts' },
          output: { entryFileNames: '[name].mjs', codeSplitting: false, banner: '#!/usr/bin/env node' },
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
  test,
})
