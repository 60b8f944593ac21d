// For images whose program folder is read-only at run time. The same sources make the same files, byte for byte.
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build-if-stale.mjs'
import { hashOfFolder } from './build/build-hash.mjs'

await buildIfStale()
for (const part of ['client', 'server']) {
  const folder = fileURLToPath(new URL(`../../../dist/${part}`, import.meta.url))
  process.stdout.write(`sha256 of dist/${part}: ${await hashOfFolder(folder)}\n`)
}
