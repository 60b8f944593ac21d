import * as v from 'valibot'
import { type KeyOverrides, StoredOverrides } from '#command-kit/keys/bound-keys.ts'
import { keyProblem } from '#command-kit/keys/key-problem.ts'
import type { Registry } from '#command-kit/registry.ts'

const KeyFile = v.object({ format: v.literal('diver-keys'), bareKeys: v.boolean(), keys: StoredOverrides })

export interface KeySettings {
  readonly bareKeys: boolean
  readonly keys: KeyOverrides
}

/** Exports key settings as JSON. */
export function keyFileText({ bareKeys, keys }: KeySettings): string {
  return `${JSON.stringify({ format: 'diver-keys', bareKeys, keys }, null, 2)}\n`
}

/** Parses exported key settings; returns the error as text. */
export function readKeyFile(
  registry: Registry,
  text: string,
): { readonly settings: KeySettings } | { readonly problem: string } {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), KeyFile), text)
  if (!parsed.success) return { problem: 'This is not an exported file of keys.' }
  const { keys, bareKeys } = parsed.output
  for (const [id, seqs] of Object.entries(keys)) {
    if (!registry.ids.some((known) => known === id)) return { problem: `There is no command “${id}”.` }
    for (const seq of seqs) {
      const problem = keyProblem(seq)
      if (problem !== null) return { problem: `${id}, “${seq}”: ${problem}` }
    }
  }
  return { settings: { keys, bareKeys } }
}
