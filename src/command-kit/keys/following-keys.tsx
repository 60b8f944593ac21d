import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { commandView, contextAtom, reasonOf } from '#command-kit/availability.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { useCommandKit } from '#command-kit/hooks.ts'
import type { KeyTable } from '#command-kit/keys/key-table.ts'
import type { StrokeId } from '#command-kit/keys/stroke.ts'
import { KeyHint } from '#ui/key-hint.tsx'
import styles from '#command-kit/keys/which-key.module.css'

function following(table: KeyTable, strokes: readonly StrokeId[]): KeyTable {
  return table.filter(
    (entry) =>
      entry.strokes.length > strokes.length && strokes.every((stroke, index) => entry.strokes[index] === stroke),
  )
}

/** The commands that the next key of a sequence can run. */
export function FollowingKeys({ strokes }: { strokes: readonly StrokeId[] }) {
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
