import { useEffect, useRef } from 'react'
import { useCommandKit } from '#command-kit/hooks.ts'
import { handleKey } from '#command-kit/keys/handle-key.ts'
import { pendingStrokesAtom } from '#command-kit/keys/bound-keys.ts'
import { WhichKey } from '#command-kit/keys/which-key.tsx'

/** The capture-phase listener of all keys; rendered once. */
export function KeyListener() {
  const kit = useCommandKit()
  const { store } = kit
  // A new kit (user or project change) must not end a pending sequence.
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
