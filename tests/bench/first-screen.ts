import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { BenchRow } from '#tests/bench/report.ts'

const CLIENT = 'dist/client'
const Chunk = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  name: v.optional(v.string()),
})
const Manifest = v.record(v.string(), Chunk)

/** The groups of modules in vite.config.ts. */
const SIGNED_IN = 'signed-in'
const PALETTE = 'palette'
const SCREENS = 'screens'
const LOGIN = 'login'

/** Screens that a page begins with and that are groups, and their budgets without the palette. */
const FIRST_SCREENS = [
  { name: 'catalog', group: 'catalog', budget: 170 },
  { name: 'cohort page', group: 'cohort-page', budget: 187 },
] as const

/**
 * JavaScript in brotli: of the login, of first screens, of the palette, which loads beside them, and of each further
 * screen, beyond what every page loads, the palette, and what most screens share.
 */
export function measureFirstScreen(): Promise<BenchRow[]> {
  const manifest = v.parse(Manifest, JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')))
  const login = closure(manifest, groups(manifest, LOGIN))
  const signedIn = closure(manifest, groups(manifest, SIGNED_IN))
  const palette = added(manifest, groups(manifest, PALETTE), signedIn)
  const each = closure(manifest, [
    ...screens(manifest, 'dashboard-screen'),
    ...groups(manifest, SIGNED_IN, PALETTE, SCREENS),
  ])
  const firstScreen = (name: string, keys: readonly string[], budget: number): BenchRow => {
    const first = [...signedIn, ...added(manifest, keys, signedIn)]
    return { what: `JavaScript, first screen, ${name}`, value: size(first), budget, unit: 'kB' }
  }
  const rows: BenchRow[] = [
    { what: 'JavaScript, login', value: size(login), budget: 83, unit: 'kB' },
    firstScreen('dashboard', screens(manifest, 'dashboard-screen'), 144),
    ...FIRST_SCREENS.map(({ name, group, budget }) => firstScreen(name, groups(manifest, group), budget)),
    { what: 'JavaScript, palette beside a first screen', value: size(palette), budget: 30, unit: 'kB' },
  ]
  const further = screens(manifest, '-screen').filter((key) => !key.includes('dashboard'))
  for (const key of further) {
    const name = key.split('/').at(-1)?.replace('.tsx', '') ?? key
    rows.push({ what: `JavaScript, ${name}`, value: size(added(manifest, [key], each)), budget: 40, unit: 'kB' })
  }
  return Promise.resolve(rows)
}

type Chunks = v.InferOutput<typeof Manifest>

/** The chunks of screens, by the ends of their names. */
function screens(manifest: Chunks, name: string): string[] {
  const found = Object.keys(manifest).filter((key) => key.endsWith(`${name}.tsx`))
  if (found.length === 0) throw new Error(`No chunk is named after ${name}.`)
  return found
}

/** The chunks of groups of modules in vite.config.ts. */
function groups(manifest: Chunks, ...names: readonly string[]): string[] {
  return names.map((name) => {
    const found = Object.keys(manifest).find((key) => manifest[key]?.name === name)
    if (found === undefined) throw new Error(`No chunk is named ${name}.`)
    return found
  })
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
