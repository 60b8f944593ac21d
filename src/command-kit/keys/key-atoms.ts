import { atom } from 'jotai'
import * as v from 'valibot'
import type { KeyOverrides } from '#command-kit/keys/bound-keys.ts'
import type { StrokeId } from '#command-kit/keys/stroke.ts'
import { storedForUser } from '#command-kit/stored-for-user.ts'

/** The strokes of a sequence made so far. */
export const pendingStrokesAtom = atom<readonly StrokeId[]>([])

/** Whether keys without Ctrl or Cmd are on; some people's speech or tremor types them (WCAG 2.1.4). */
export const bareKeysAtom = storedForUser<boolean>('bare-keys', v.boolean(), true)

export const StoredOverrides = v.record(v.string(), v.array(v.string()))

/** The keys that a user gave to commands. */
export const keyOverridesAtom = storedForUser<KeyOverrides>('keys', StoredOverrides, {})
