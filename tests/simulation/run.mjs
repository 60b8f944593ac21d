// Runs TypeScript through Vite's module runner, because Node 20 does not.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { plantedFault } from '../prove/planted-fault.mjs'

const PASSWORDS = fileURLToPath(new URL('../../src/server/platform/security/passwords.ts', import.meta.url))

/** Password hashes run in threads: in a simulation the scheduler starts them, like calls of the database. */
const gatedPasswords = {
  name: 'gated-passwords',
  enforce: 'pre',
  transform: (code, id) =>
    id === PASSWORDS ? code.replace("'@node-rs/argon2'", "'#tests/simulation/gated-argon2.ts'") : null,
}

const index = process.argv.indexOf('--plant')
const planted = index === -1 ? [] : [plantedFault(process.argv[index + 1], new URL('./faults.json', import.meta.url))]
await runnerImport(fileURLToPath(new URL('./main.ts', import.meta.url)), {
  configFile: false,
  plugins: [gatedPasswords, ...planted],
})
