import type { CommandId } from '#commands/signatures.ts'
import { scopeOf, type BoundKeys } from '#command-kit/keys/bound-keys.ts'
import { clashOf, keyEntry } from '#command-kit/keys/key-table.ts'
import { parseSequence, isBrowserKey } from '#command-kit/keys/stroke.ts'
import type { Registry } from '#command-kit/registry.ts'

const LONGEST = 3

/** The reason why a text is not a valid key; null if it is valid. */
export function keyProblem(seq: string): string | null {
  try {
    const strokes = parseSequence(seq)
    const owned = strokes.find(isBrowserKey)
    if (owned !== undefined) return `The browser keeps “${owned}” for itself.`
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
