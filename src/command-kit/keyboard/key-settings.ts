import * as v from 'valibot'
import { scopeOf, type BoundKeys, type KeyOverrides, StoredOverrides } from '#command-kit/keys/bound-keys.ts'
import { clashOf, keyEntry } from '#command-kit/keys/key-table.ts'
import { parseSequence, isBrowserKey, notationOf } from '#command-kit/keys/stroke.ts'
import type { Registry } from '#command-kit/registry.ts'
import type { CommandId } from '#commands/signatures.ts'
import { isApple, spokenKeys } from '#ui/key-names.ts'

export const LONGEST = 3

/** The reason why a text is not a valid key; null if it is valid. */
export function keyProblem(seq: string): string | null {
  try {
    const strokes = parseSequence(seq)
    const owned = strokes.find(isBrowserKey)
    if (owned !== undefined)
      return `The browser keeps “${spokenKeys(notationOf(owned) ?? owned, isApple())}” for itself.`
    return strokes.length > LONGEST ? `Use at most ${LONGEST} keys in sequence.` : null
  } catch {
    return 'Write keys as “g p”, “$mod+Enter” or “Shift+D”.'
  }
}

/** The command that would lose this key. */
export function currentOwner(registry: Registry, bound: BoundKeys, id: CommandId, seq: string): CommandId | null {
  const entry = keyEntry(id, { seq, scope: scopeOf(registry, id) })
  const other = entry && bound.table.find((before) => before.id !== id && clashOf(entry, before) !== null)
  return other ? other.id : null
}

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
