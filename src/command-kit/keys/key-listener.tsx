import { useEffect, useRef } from 'react'
import { useCommandKit } from '#command-kit/hooks.ts'
import { handleKey } from '#command-kit/keys/handle-key.ts'
import { pendingStrokesAtom } from '#command-kit/keys/key-atoms.ts'
import { WhichKey } from '#command-kit/keys/which-key.tsx'

/** Listens to all keys, before anything else does; rendered once. */
export function KeyListener() {
  const kit = useCommandKit()
  const { store } = kit
  // The kit is made anew when the project or user becomes known; a sequence begun before must not end by that.
  const latest = useRef(kit)
  useEffect(() => {
    latest.current = kit
  })
  useEffect(() => {
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
