import { atom } from 'jotai'
import * as v from 'valibot'
import type { KeyOverrides } from '#command-kit/keys/bound-keys.ts'
import type { StrokeId } from '#command-kit/keys/stroke.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'

export const pendingStrokesAtom = atom<readonly StrokeId[]>([])

/** Single-character shortcuts can be turned off: speech input or tremor may type them (WCAG 2.1.4). */
export const bareKeysAtom = userStorageAtom<boolean>('bare-keys', v.boolean(), true)

export const StoredOverrides = v.record(v.string(), v.array(v.string()))

export const keyOverridesAtom = userStorageAtom<KeyOverrides>('keys', StoredOverrides, {})
