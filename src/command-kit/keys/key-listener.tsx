import { useAtomValue } from 'jotai'
import { useEffect, useLayoutEffect, useRef, useMemo, useState } from 'react'
import { reasonOf, commandView, contextAtom } from '#command-kit/availability.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { useCommandKit } from '#command-kit/hooks.ts'
import { pendingStrokesAtom } from '#command-kit/keys/bound-keys.ts'
import { handleKey } from '#command-kit/keys/handle-key.ts'
import type { KeyTable } from '#command-kit/keys/key-table.ts'
import type { StrokeId } from '#command-kit/keys/stroke.ts'
import { KeyHint } from '#ui/key-hint.tsx'
import styles from '#command-kit/keys/which-key.module.css'

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
  return pending.length > 0 && shownFor === pending ? <Following strokes={pending} /> : null
}

function following(table: KeyTable, strokes: readonly StrokeId[]): KeyTable {
  return table.filter(
    (entry) =>
      entry.strokes.length > strokes.length && strokes.every((stroke, index) => entry.strokes[index] === stroke),
  )
}

function Following({ strokes }: { strokes: readonly StrokeId[] }) {
  const kit = useCommandKit()
  const optionsAtom = useMemo(
    () =>
      contextAtom(kit, (context) =>
        following(context.store.get(kit.boundKeys).table, strokes)
          .map((entry) => ({ entry, view: commandView(kit.registry, context, invocationOf(entry.id, {})) }))
          .filter(({ view }) => view.isVisible),
      ),
    [kit, strokes],
  )
  const options = useAtomValue(optionsAtom)
  return (
    <div className={styles['popup']} role="status" aria-label={`Keys after ${strokes.join(' ')}`}>
      <ul className={styles['options']}>
        {options.map(({ entry, view }) => (
          <li key={entry.strokes.join(' ')} className={styles['option']} data-off={view.availability !== true}>
            <KeyHint seq={entry.strokes.slice(strokes.length).join(' ')} />
            <span>{view.title}</span>
            {view.availability !== true && <span className={styles['reason']}>{reasonOf(view.availability)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
