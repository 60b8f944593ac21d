import { useEffect } from 'react'
import { useCommandKit } from '#command-kit/hooks.ts'
import { handleKey } from '#command-kit/keys/handle-key.ts'
import { pendingStrokesAtom } from '#command-kit/keys/key-atoms.ts'
import { WhichKey } from '#command-kit/keys/which-key.tsx'

/** Listens to all keys, before anything else does; rendered once. */
export function KeyListener() {
  const kit = useCommandKit()
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handleKey(kit, event)
    const endSequence = () => kit.store.set(pendingStrokesAtom, [])
    window.addEventListener('keydown', handleKeyDown, { capture: true })
    window.addEventListener('pointerdown', endSequence, { capture: true })
    window.addEventListener('blur', endSequence)
    return () => {
      endSequence()
      window.removeEventListener('keydown', handleKeyDown, { capture: true })
      window.removeEventListener('pointerdown', endSequence, { capture: true })
      window.removeEventListener('blur', endSequence)
    }
  }, [kit])
  return <WhichKey />
}
