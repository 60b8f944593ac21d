import type { KeyBinding, Scope } from '#command-kit/declaration.ts'
import { parseSequence, type StrokeId, isBrowserKey } from '#command-kit/keys/stroke.ts'
import type { CommandId } from '#commands/signatures.ts'

export interface KeyEntry {
  readonly id: CommandId
  readonly strokes: readonly StrokeId[]
  readonly scope: Scope
  readonly repeats: boolean
}

export type KeyTable = readonly KeyEntry[]

/**
 * Whether keys of both scopes can be active at once: dialogs exclude panes and tables, global keys are always active.
 */
function scopesOverlap(one: Scope, other: Scope): boolean {
  if (one === 'global' || other === 'global') return true
  return (one === 'dialog') === (other === 'dialog')
}

function startsWith(strokes: readonly StrokeId[], start: readonly StrokeId[]): boolean {
  return start.every((stroke, index) => strokes[index] === stroke)
}

/** How two keys clash: identical, or one is a prefix of the other; null if they do not. */
export function clashOf(one: KeyEntry, other: KeyEntry): 'same' | 'start' | null {
  if (one.strokes[0] !== other.strokes[0] || !scopesOverlap(one.scope, other.scope)) return null
  if (one.strokes.join(' ') === other.strokes.join(' ')) return 'same'
  return startsWith(other.strokes, one.strokes) || startsWith(one.strokes, other.strokes) ? 'start' : null
}

function refuseClash(one: KeyEntry, other: KeyEntry): void {
  const clash = clashOf(one, other)
  if (clash === 'same') {
    throw new Error(`Key "${one.strokes.join(' ')}" is bound to both ${other.id} and ${one.id}`)
  }
  if (clash === 'start') {
    throw new Error(`A key of ${one.id} and one of ${other.id} begin alike, so one of them could never be reached`)
  }
}

/** Parses a key binding; null for an invalid key or a browser key. */
export function keyEntry(id: CommandId, { seq, scope, repeats = false }: KeyBinding): KeyEntry | null {
  try {
    const strokes = parseSequence(seq)
    return strokes.some(isBrowserKey) ? null : { id, strokes, scope, repeats }
  } catch {
    return null
  }
}

/** Builds the key table; throws on a browser key or an ambiguous sequence. */
export function createKeyTable(bindings: Iterable<readonly [CommandId, KeyBinding]>): KeyTable {
  const table: KeyEntry[] = []
  for (const [id, { seq, scope, repeats = false }] of bindings) {
    const entry: KeyEntry = { id, strokes: parseSequence(seq), scope, repeats }
    const owned = entry.strokes.find(isBrowserKey)
    if (owned !== undefined) throw new Error(`Key "${owned}" of ${id} belongs to the browser`)
    for (const other of table) refuseClash(entry, other)
    table.push(entry)
  }
  return table
}
