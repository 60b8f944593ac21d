import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCommandKit } from '#command-kit/hooks.ts'
import { pendingStrokesAtom } from '#command-kit/keys/bound-keys.ts'
import { handleKey } from '#command-kit/keys/handle-key.ts'
import type { StrokeId } from '#command-kit/keys/stroke.ts'
import { optionalPart } from '#ui/optional-part.ts'

/** Without its code keys work without the hint. */
const FollowingKeys = optionalPart(async () => (await import('#command-kit/keys/following-keys.tsx')).FollowingKeys)

/** The capture-phase listener of all keys; rendered once. */
export function KeyListener() {
  const kit = useCommandKit()
  const { store } = kit
  // A new kit (user or project change) must not end a pending sequence.
  const latest = useRef(kit)
  useLayoutEffect(() => {
    latest.current = kit
  })
  // Before the first paint: a key of the first moment counts.
  useLayoutEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handleKey(latest.current, event)
    const endSequence = () => store.set(pendingStrokesAtom, [])
    window.addEventListener('keydown', handleKeyDown, { capture: true })
    window.addEventListener('pointerdown', endSequence, { capture: true })
    window.addEventListener('blur', endSequence)
    return () => {
      endSequence()
      window.removeEventListener('keydown', handleKeyDown, { capture: true })
      window.removeEventListener('pointerdown', endSequence, { capture: true })
      window.removeEventListener('blur', endSequence)
    }
  }, [store])
  return <WhichKey />
}

/** Milliseconds before the hint; experienced users are faster. */
const HINT_DELAY = 400

/** Shows the possible next keys of a pending sequence. */
function WhichKey() {
  const pending = useAtomValue(pendingStrokesAtom)
  const [shownFor, setShownFor] = useState<readonly StrokeId[]>([])
  useEffect(() => {
    if (pending.length === 0) return undefined
    const timer = setTimeout(() => setShownFor(pending), HINT_DELAY)
    return () => clearTimeout(timer)
  }, [pending])
  if (pending.length === 0 || shownFor !== pending) return null
  return (
    <Suspense>
      <FollowingKeys strokes={pending} />
    </Suspense>
  )
}
