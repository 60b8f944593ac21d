import { useSyncExternalStore } from 'react'
import { isTextField } from '#command-kit/keys/decide-key.ts'

/** Whether the focus is in a text field, where letters are text. */
export function useIsTyping(): boolean {
  return useSyncExternalStore(follow, () => isTextField(document.activeElement))
}

function follow(onChange: () => void): () => void {
  document.addEventListener('focusin', onChange)
  document.addEventListener('focusout', onChange)
  return () => {
    document.removeEventListener('focusin', onChange)
    document.removeEventListener('focusout', onChange)
  }
}
