import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import type { StrokeId } from '#command-kit/keys/stroke.ts'

/** The strokes of a sequence made so far. */
export const pendingStrokesAtom = atom<readonly StrokeId[]>([])

/** Whether keys without Ctrl or Cmd are on; some people's speech or tremor types them (WCAG 2.1.4). */
export const bareKeysAtom = atomWithStorage('bare-keys', true, undefined, { getOnInit: true })
