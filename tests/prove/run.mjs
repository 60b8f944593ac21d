// Runs TypeScript through Vite's module runner, because Node 20 does not.
import { runnerImport } from 'vite'
import { plantedFault } from './planted-fault.mjs'

const index = process.argv.indexOf('--plant')
await runnerImport(new URL('./main.ts', import.meta.url).pathname, {
  configFile: false,
  plugins: index === -1 ? [] : [plantedFault(process.argv[index + 1], new URL('./faults.json', import.meta.url))],
})
