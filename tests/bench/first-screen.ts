import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { BenchRow } from '#tests/bench/report.ts'

const CLIENT = 'dist/client'
const Chunk = v.object({
  file: v.string(),
  isEntry: v.optional(v.boolean(), false),
  imports: v.optional(v.array(v.string()), []),
  name: v.optional(v.string()),
})
/** The group of modules in vite.config.ts. */
const PALETTE = 'palette'
const Manifest = v.record(v.string(), Chunk)

/** JavaScript of the first screen (login, dashboard, palette), and of each further screen; brotli. */
export function measureFirstScreen(): Promise<BenchRow[]> {
  const manifest = v.parse(Manifest, JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')))
  // The palette belongs to it: it handles the first Ctrl+K.
  const first = closure(manifest, [
    ...entries(manifest),
    ...screens(manifest, 'dashboard-screen'),
    ...Object.keys(manifest).filter((key) => manifest[key]?.name === PALETTE),
  ])
  const rows: BenchRow[] = [{ what: 'JavaScript, first screen', value: size(first), budget: 200, unit: 'kB' }]
  const further = screens(manifest, '-screen').filter((key) => !key.includes('dashboard'))
  for (const key of further) {
    const added = [...closure(manifest, [key])].filter((file) => !first.has(file))
    const name = key.split('/').at(-1)?.replace('.tsx', '') ?? key
    rows.push({ what: `JavaScript, ${name}`, value: size(added), budget: 40, unit: 'kB' })
  }
  return Promise.resolve(rows)
}

type Chunks = v.InferOutput<typeof Manifest>

function entries(manifest: Chunks): string[] {
  return Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
}

function screens(manifest: Chunks, name: string): string[] {
  return Object.keys(manifest).filter((key) => key.endsWith(`${name}.tsx`))
}

function closure(manifest: Chunks, keys: readonly string[], files = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) continue
    files.add(chunk.file)
    closure(manifest, chunk.imports, files)
  }
  return files
}

function size(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += statSync(join(CLIENT, `${file}.br`)).size
  return bytes / 1000
}
