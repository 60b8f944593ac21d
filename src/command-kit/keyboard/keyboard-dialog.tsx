import { useAtom, useAtomValue } from 'jotai'
import { useMemo, useState, useRef } from 'react'
import { commandView, contextAtom } from '#command-kit/availability.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { useCommandKit } from '#command-kit/hooks.ts'
import { KeyRow, type KeyRowData } from '#command-kit/keyboard/key-editor.tsx'
import { keyFileText, readKeyFile } from '#command-kit/keyboard/key-settings.ts'
import { BareKeysSwitch } from '#command-kit/keys/bare-keys-switch.tsx'
import { bareKeysAtom, keyOverridesAtom } from '#command-kit/keys/bound-keys.ts'
import { findsCommand } from '#command-kit/keys/find-command.ts'
import { keyboardOpenAtom } from '#command-kit/palette/palette-state.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { saveNamed } from '#ui/save-file.ts'
import styles from '#command-kit/keyboard/keyboard.module.css'

/** All commands with their editable keys. */
export function KeyboardDialog() {
  const [isOpen, setIsOpen] = useAtom(keyboardOpenAtom)
  return (
    <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Keyboard" className={styles['dialog'] ?? ''}>
      <KeyboardPage />
    </Dialog>
  )
}

function KeyboardPage() {
  const kit = useCommandKit()
  const [text, setText] = useState('')
  const { conflicts, seqsOf } = useAtomValue(kit.boundKeys)
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
  const shown = rows.filter(({ id, title, command: { help, section, keywords = [] } }) =>
    findsCommand(text, { words: [title, help, section, ...keywords], seqs: seqsOf(id) }),
  )

  return (
    <>
      <div className={styles['bar']}>
        <TextField label="Find a command or a key" type="search" value={text} onChange={setText} isOptional />
        <BareKeysSwitch />
        <KeyFileButtons />
      </div>
      {conflicts.length > 0 && (
        <Notice tone="warning" title="Some keys do nothing, because other commands use them.">
          <ul>
            {conflicts.map(({ id, seq, keyOwner: takenBy }) => (
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
        <table className={styles['table']} data-lists-keys aria-label="Commands and their keys">
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

/** Exports, imports and resets keys. */
function KeyFileButtons() {
  const { registry, username } = useCommandKit()
  const [keys, setKeys] = useAtom(keyOverridesAtom(username))
  const [bareKeys, setBareKeys] = useAtom(bareKeysAtom(username))
  const [problem, setProblem] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)

  const save = () => {
    saveNamed(new Blob([keyFileText({ bareKeys, keys })], { type: 'application/json' }), 'keys.json')
  }
  const load = async (file: File | undefined) => {
    if (file === undefined) return
    const read = readKeyFile(registry, await file.text())
    if ('problem' in read) return setProblem(read.problem)
    setProblem(null)
    setKeys(read.settings.keys)
    setBareKeys(read.settings.bareKeys)
  }

  return (
    <>
      <span className={styles['buttons']}>
        <Button onClick={save}>Export</Button>
        <Button onClick={() => chooser.current?.click()}>Import…</Button>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json"
          aria-label="File of keys"
          hidden
          onChange={(event) => {
            void load(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button variant="quiet" onClick={() => setKeys({})}>
          Reset all
        </Button>
      </span>
      {problem !== null && <Notice tone="error" title={problem} />}
    </>
  )
}
