import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { apiDuringDevelopment } from './src/server/dev-server-plugin.ts'

export default defineConfig({
  plugins: [react(), apiDuringDevelopment()],
  builder: { sharedConfigBuild: true },
  environments: {
    client: {
      build: { outDir: 'dist/client', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    },
    server: {
      consumer: 'server',
      build: {
        ssr: true,
        target: 'node20',
        outDir: 'dist/server',
        emptyOutDir: true,
        rollupOptions: { input: { main: 'src/server/main.ts' } },
      },
    },
  },
  test: {
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
          include: ['tests/{command-kit,workspace,commands,features,entities,ui}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/browser-stubs.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/{server,contract,architecture}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
