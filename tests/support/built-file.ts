import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const Manifest = v.record(v.string(), v.object({ file: v.string(), name: v.optional(v.string()) }))

/** The address of a built module, or of a chunk by its name, for `page.route`: names of built files are hashes. */
export function builtFile(sourceOrName: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../dist/client/.vite/manifest.json'), 'utf8')
  const manifest = v.parse(Manifest, JSON.parse(text))
  const entry = manifest[sourceOrName] ?? Object.values(manifest).find(({ name }) => name === sourceOrName)
  if (!entry) throw new Error(`${sourceOrName} has no file of its own.`)
  return `**/${entry.file}`
}
