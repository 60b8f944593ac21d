import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'

interface Offer {
  /** What is typed; null where nothing is. */
  readonly typed: string | null
  /** What Enter would choose; null where there is nothing that can be chosen. */
  readonly marked: string | null
  readonly isLoading: boolean
}

/**
 * Keeps an Enter that came before the rows did: what they mark is chosen as soon as they come, unless one types on.
 * Where nothing fits, Enter does nothing, so that what is typed stays. Gives the handler for the field.
 */
export function useEnteredChoice({ typed, marked, isLoading }: Offer, choose: (value: string) => void) {
  const awaited = useRef<string | null>(null)
  const chooseEntered = useEffectEvent(choose)
  useEffect(() => {
    if (awaited.current === null || (isLoading && awaited.current === typed)) return
    const isStillMeant = awaited.current === typed
    awaited.current = null
    if (isStillMeant && marked !== null) chooseEntered(marked)
  }, [typed, isLoading, marked])
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || marked !== null || typed === null || typed.trim() === '') return
    event.preventDefault()
    if (isLoading) awaited.current = typed
  }
}
