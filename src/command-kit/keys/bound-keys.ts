import { atom } from 'jotai'
import * as v from 'valibot'
import type { KeyBinding } from '#command-kit/declaration.ts'
import { clashOf, keyEntry, type KeyEntry, type KeyTable } from '#command-kit/keys/key-table.ts'
import { isCombination, isFunctionKey, type StrokeId } from '#command-kit/keys/stroke.ts'
import type { Registry } from '#command-kit/registry.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import type { CommandId } from '#commands/signatures.ts'

/** The user's keys instead of the declared ones, by command id; an empty list removes them. */
export type KeyOverrides = Readonly<Record<string, readonly string[]>>

export interface KeyConflict {
  readonly id: CommandId
  readonly seq: string
  readonly keyOwner: CommandId
}

/** The effective keys: declared, with the user's overrides. */
export interface BoundKeys {
  readonly table: KeyTable
  readonly conflicts: readonly KeyConflict[]
  readonly bindingsOf: (id: CommandId) => readonly KeyBinding[]
  /** What hints show: the keys that are on. */
  readonly seqsOf: (id: CommandId) => readonly string[]
}

/** The scope of a command's keys. */
export function scopeOf(registry: Registry, id: CommandId): KeyBinding['scope'] {
  return registry.command(id).keys?.[0]?.scope ?? 'global'
}

function wantedBindings(registry: Registry, id: CommandId, overrides: KeyOverrides): readonly KeyBinding[] {
  const declared = registry.command(id).keys ?? []
  const override = Object.hasOwn(overrides, id) ? overrides[id] : undefined
  if (override === undefined) return declared
  const [first] = declared
  return override.map((seq) => ({
    seq,
    scope: scopeOf(registry, id),
    ...(first?.repeats !== undefined && { repeats: first.repeats }),
  }))
}

/**
 * User keys take precedence over declared ones. A clashing key is left out and reported. Without bare keys the hints of
 * single-character shortcuts vanish.
 */
export function boundKeys(registry: Registry, overrides: KeyOverrides, hasBareKeys = true): BoundKeys {
  const table: KeyEntry[] = []
  const conflicts: KeyConflict[] = []
  const bound = new Map<CommandId, KeyBinding[]>()
  const isOwn = (id: CommandId) => Object.hasOwn(overrides, id)
  const inOrder = [...registry.ids.filter(isOwn), ...registry.ids.filter((id) => !isOwn(id))]
  for (const id of inOrder) {
    for (const binding of wantedBindings(registry, id, overrides)) {
      const entry = keyEntry(id, binding)
      if (entry === null) continue
      const other = table.find((before) => clashOf(entry, before) !== null)
      if (other) {
        conflicts.push({ id, seq: binding.seq, keyOwner: other.id })
        continue
      }
      table.push(entry)
      bound.set(id, [...(bound.get(id) ?? []), binding])
    }
  }
  const bindingsOf = (id: CommandId) => bound.get(id) ?? []
  const isOn = (binding: KeyBinding, id: CommandId) => {
    const [first = ''] = keyEntry(id, binding)?.strokes ?? []
    return hasBareKeys || isCombination(first) || isFunctionKey(first)
  }
  const seqsOf = (id: CommandId) =>
    bindingsOf(id)
      .filter((binding) => isOn(binding, id))
      .map(({ seq }) => seq)
  return { table, conflicts, bindingsOf, seqsOf }
}

export const pendingStrokesAtom = atom<readonly StrokeId[]>([])

/** Receives a stroke before commands and dialogs; true if it is handled. */
export type KeyRecorder = (stroke: StrokeId, isRepeated: boolean) => boolean

/** Open fields that record keys. */
export const keyRecordersAtom = atom<readonly KeyRecorder[]>([])

/** Single-character shortcuts can be turned off: speech input or tremor may type them (WCAG 2.1.4). */
export const bareKeysAtom = userStorageAtom<boolean>('bare-keys', v.boolean(), true)

export const StoredOverrides = v.record(v.string(), v.array(v.string()))

export const keyOverridesAtom = userStorageAtom<KeyOverrides>('keys', StoredOverrides, {})
