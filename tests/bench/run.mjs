// Runs the benchmark's TypeScript through Vite's module runner: Node 20 does not read it by itself.
import { runnerImport } from 'vite'

await runnerImport(new URL('./main.ts', import.meta.url).pathname, { configFile: false })
