import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The SHA-256 of a folder's files: of a line `HASH  PATH` for each, by path, as `sha256sum` prints them.
 *
 * @param {string} folder
 * @returns {Promise<string>}
 */
export async function hashOfFolder(folder) {
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
