import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { BenchRow } from '#tests/bench/report.ts'

const CLIENT = 'dist/client'
const Chunk = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
})
const Manifest = v.record(v.string(), Chunk)

/** Screens that a page begins with, with their budgets in kB. */
const FIRST_SCREENS = [
  { name: 'dashboard', screen: 'dashboard-screen', budget: 170 },
  { name: 'catalog', screen: 'catalog-screen', budget: 215 },
  { name: 'cohort page', screen: 'cohort-screen', budget: 215 },
] as const
const FURTHER_BUDGET = 60

/**
 * JavaScript in brotli: of first screens, of the palette, which loads beside them, and of each further screen, beyond the
 * dashboard and the palette.
 */
export function measureFirstScreen(): Promise<BenchRow[]> {
  const manifest = v.parse(Manifest, JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')))
  const page = readFileSync(join(CLIENT, 'index.html'), 'utf8')
  const entry = new Set([...page.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, file = '']) => file))
  const palette = added(manifest, chunksOf(manifest, 'palette-dialog'), entry)
  const further = (name: string, files: readonly string[]): BenchRow => {
    return { what: `JavaScript, ${name}`, value: size(files), budget: FURTHER_BUDGET, unit: 'kB' }
  }
  const rows: BenchRow[] = FIRST_SCREENS.map(({ name, screen, budget }) => {
    const files = [...entry, ...added(manifest, chunksOf(manifest, screen), entry)]
    return { what: `JavaScript, first screen, ${name}`, value: size(files), budget, unit: 'kB' }
  })
  rows.push(further('palette beside a first screen', palette))
  const known = new Set([...entry, ...palette, ...added(manifest, chunksOf(manifest, 'dashboard-screen'), entry)])
  for (const key of chunksOf(manifest, '-screen')) {
    if (FIRST_SCREENS.some(({ screen }) => key.endsWith(`/${screen}.tsx`))) continue
    rows.push(further(key.split('/').at(-1)?.replace('.tsx', '') ?? key, added(manifest, [key], known)))
  }
  return Promise.resolve(rows)
}

type Chunks = v.InferOutput<typeof Manifest>

/** The chunks of modules by the ends of their names. */
function chunksOf(manifest: Chunks, name: string): string[] {
  const separator = name.startsWith('-') ? '' : '/'
  const found = Object.keys(manifest).filter((key) => key.endsWith(`${separator}${name}.tsx`))
  if (found.length === 0) throw new Error(`No chunk is named after ${name}.`)
  return found
}

/** The files that chunks load in addition to others. */
function added(manifest: Chunks, keys: readonly string[], known: ReadonlySet<string>): string[] {
  return [...closure(manifest, keys)].filter((file) => !known.has(file))
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
