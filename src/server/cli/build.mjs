// For images whose program folder is read-only at run time. The same sources make the same files, byte for byte.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build-if-stale.mjs'

await buildIfStale()
for (const part of ['client', 'server']) {
  const folder = fileURLToPath(new URL(`../../../dist/${part}`, import.meta.url))
  process.stdout.write(`sha256 of dist/${part}: ${await hashOfFolder(folder)}\n`)
}

/**
 * The SHA-256 of a folder's files: of a line `HASH  PATH` for each, by path, as `sha256sum` prints them.
 *
 * @param {string} folder
 * @returns {Promise<string>}
 */
async function hashOfFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const lines = await Promise.all(
    files.map(async (file) => [
      file.slice(folder.length + 1),
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ]),
  )
  lines.sort(([one = ''], [other = '']) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  return createHash('sha256')
    .update(lines.map(([path, hash]) => `${hash}  ${path}\n`).join(''))
    .digest('hex')
}
