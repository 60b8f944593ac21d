import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { commandView } from '#command-kit/availability.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { useCommandKit } from '#command-kit/hooks.ts'
import { KeyFileButtons } from '#command-kit/keyboard/key-file-buttons.tsx'
import { KeyRow, type KeyRowData } from '#command-kit/keyboard/key-row.tsx'
import styles from '#command-kit/keyboard/keyboard.module.css'
import { BareKeysSwitch } from '#command-kit/keys/bare-keys-switch.tsx'
import { tiersFor } from '#command-kit/palette/command-scoring.ts'
import { keyboardOpenAtom } from '#command-kit/palette/palette-state.ts'
import { contextAtom } from '#command-kit/watched-store.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

/** Every command with its keys, to be changed to one's own. */
export function KeyboardDialog() {
  const setIsOpen = useSetAtom(keyboardOpenAtom)
  return (
    <Dialog isOpen onClose={() => setIsOpen(false)} title="Keyboard" className={styles['dialog'] ?? ''}>
      <KeyboardPage />
    </Dialog>
  )
}

function KeyboardPage() {
  const kit = useCommandKit()
  const [text, setText] = useState('')
  const { conflicts } = useAtomValue(kit.boundKeys)
  const rowsAtom = useMemo(
    () =>
      contextAtom(kit, (context) =>
        kit.registry.ids.map((id): KeyRowData => {
          const { title } = commandView(kit.registry, context, invocationOf(id, {}))
          return { id, title, command: kit.registry.command(id) }
        }),
      ),
    [kit],
  )
  const rows = useAtomValue(rowsAtom)
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  const tierOf = tiersFor(text)
  const shown = rows.filter(
    ({ title, command: { section, keywords = [] } }) => tierOf({ title, section, keywords }) > 0,
  )

  return (
    <>
      <div className={styles['bar']}>
        <TextField label="Find a command" type="search" value={text} onChange={setText} isOptional />
        <BareKeysSwitch />
        <KeyFileButtons />
      </div>
      {conflicts.length > 0 && (
        <Notice tone="warning" title="Some keys do nothing, since others have them.">
          <ul>
            {conflicts.map(({ id, seq, takenBy }) => (
              <li key={`${id} ${seq}`}>
                {titles.get(id)}: “{seq}” is taken by {titles.get(takenBy)}.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {shown.length === 0 ? (
        <p role="status">{NO_RESULTS}</p>
      ) : (
        <table className={styles['table']} aria-label="Commands and their keys">
          <thead>
            <tr>
              <th scope="col">Command</th>
              <th scope="col" className={styles['section']}>
                Section
              </th>
              <th scope="col">Keys</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <KeyRow key={row.id} row={row} titles={titles} />
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
