import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const Manifest = v.record(v.string(), v.object({ file: v.string() }))

/** The address of a built module for `page.route`: names of built files are hashes. */
export function builtFile(source: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../dist/client/.vite/manifest.json'), 'utf8')
  const entry = v.parse(Manifest, JSON.parse(text))[source]
  if (!entry) throw new Error(`${source} has no file of its own.`)
  return `**/${entry.file}`
}
