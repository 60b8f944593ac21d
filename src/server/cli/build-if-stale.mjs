import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const SOURCES = ['src', 'commands', 'index.html', 'vite.config.ts', 'package.json']
const STAMP = join(root, 'dist', 'sources')

/** Builds the product unless the last build had the same sources. */
export async function buildIfStale() {
  const sources = await describeSources()
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === sources) return
  process.stderr.write('Building …\n')
  await build()
  await writeFile(STAMP, sources)
}

/** The latest modification and the number of source files; the number shows deletions. */
async function describeSources() {
  const changes = (await Promise.all(SOURCES.map((name) => changesBelow(join(root, name))))).flat()
  return `${changes.length} files, the newest of ${Math.max(0, ...changes)}\n`
}

/**
 * @param {string} path
 * @returns {Promise<number[]>}
 */
async function changesBelow(path) {
  if (!existsSync(path)) return []
  const found = await stat(path)
  if (!found.isDirectory()) return [found.mtimeMs]
  const names = await readdir(path)
  return (await Promise.all(names.map((name) => changesBelow(join(path, name))))).flat()
}

/** A child process, because the memory of a build would stay with the server. @returns {Promise<void>} */
function build() {
  return new Promise((resolve, reject) => {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const child = spawn(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
      cwd: root,
      // Not what the caller has: Vite would build for development within a test.
      env: { ...process.env, NODE_ENV: 'production' },
      // Standard output belongs to the command.
      stdio: ['ignore', 2, 2],
    })
    const stop = () => child.kill()
    process.once('SIGTERM', stop)
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('SIGTERM', stop)
      if (code === 0) resolve()
      else reject(new Error('The build failed.'))
    })
  })
}
