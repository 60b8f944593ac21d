import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { KEEPS_KEYS, KEEPS_LETTERS } from '#ui/forms/keeps-keys.ts'
import type { LeavingKey } from '#ui/forms/text-field.tsx'

interface Waiting {
  readonly text: string
  readonly keys: readonly LeavingKey[]
  /** The number of keys that had their effect. */
  readonly done: number
}

/**
 * Keys in a search field that act on the rows below it wait for the rows of its text, and those after them wait too;
 * another text drops them. Returns the field's handler. `act` gets each key, and whether it is the one that leaves the field.
 */
export function useKeysAfterRows(
  { text, isAnswered }: { readonly text: string; readonly isAnswered: boolean },
  act: (key: LeavingKey, isFirst: boolean) => void,
): (key: LeavingKey) => void {
  const [waiting, setWaiting] = useState<Waiting>({ text, keys: [], done: 0 })
  /** The text whose rows get the focus; null once the field has lost it. */
  const left = useRef<string | null>(null)
  const keeping = useRef<Element | null>(null)
  const isPending = waiting.text === text && waiting.done < waiting.keys.length
  useEffect(() => {
    if (!isPending) keeping.current?.removeAttribute(KEEPS_KEYS)
  }, [isPending])
  const actOn = (key: LeavingKey, isFirst: boolean) => {
    if (isFirst) {
      left.current = text
      document.activeElement?.addEventListener('blur', () => (left.current = null), { once: true })
    }
    act(key, isFirst)
  }
  const actNow = useEffectEvent(actOn)
  const next = waiting.text === text && isAnswered ? waiting.keys[waiting.done] : undefined
  useEffect(() => {
    if (next === undefined) return
    const isFirst = waiting.done === 0
    // The user left the field by another way.
    const isLeft = isFirst && !(document.activeElement instanceof HTMLInputElement)
    if (!isLeft) actNow(next, isFirst)
    // oxlint-disable-next-line react/set-state-in-effect -- the next key acts on the list as this one left it
    setWaiting({ ...waiting, done: isLeft ? waiting.keys.length : waiting.done + 1 })
  }, [next, waiting])
  return (key) => {
    // A fast key may follow before the row has the focus.
    if (isAnswered && !isPending) return actOn(key, left.current !== text)
    keeping.current = document.activeElement
    keeping.current?.setAttribute(KEEPS_KEYS, KEEPS_LETTERS)
    return setWaiting(isPending ? { ...waiting, keys: [...waiting.keys, key] } : { text, keys: [key], done: 0 })
  }
}

/** The command of such a key in a pane's list. */
export function keyCommand(key: LeavingKey, isFirst: boolean) {
  if (isFirst) return 'list.first' as const
  return key === 'Enter' ? ('list.open' as const) : ('list.next' as const)
}
