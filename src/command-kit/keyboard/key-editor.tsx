import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Command } from '#command-kit/declaration.ts'
import { useCommandKit, useCommandKeys } from '#command-kit/hooks.ts'
import { keyProblem, currentOwner } from '#command-kit/keyboard/key-settings.ts'
import { keyOverridesAtom } from '#command-kit/keys/bound-keys.ts'
import type { CommandId, ArgumentsOf } from '#commands/signatures.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { KeyHint } from '#ui/key-hint.tsx'
import styles from '#command-kit/keyboard/keyboard.module.css'

interface KeyEditorProps {
  id: CommandId
  title: string
  titles: ReadonlyMap<CommandId, string>
  initial: string
  onChange: (seqs: readonly string[]) => void
  onCancel: () => void
}

/** Edits a key in the notation of declarations; empty removes it. */
export function KeyEditor({ id, title, titles, initial, onChange, onCancel }: KeyEditorProps) {
  const { registry, boundKeys } = useCommandKit()
  const bound = useAtomValue(boundKeys)
  const [text, setText] = useState(initial)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const seq = text.trim().replaceAll(/\s+/g, ' ')
  const problem = seq === '' ? null : keyProblem(seq)
  const other = seq === '' || problem !== null ? null : currentOwner(registry, bound, id, seq)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === null) onChange(seq === '' ? [] : [seq])
  }

  return (
    <form className={styles['editor']} onSubmit={handleSubmit}>
      <TextField
        ref={field}
        label={`Key of ${title}`}
        value={text}
        onChange={setText}
        isOptional
        startsFocused
        refusal={problem}
        hint={
          other === null
            ? 'Keys separated by blanks, $mod for Ctrl or Cmd; empty for none.'
            : `Takes it from: ${titles.get(other) ?? other}.`
        }
      />
      <span className={styles['buttons']}>
        <Button type="submit" size="small" variant="primary">
          Set
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </form>
  )
}

export interface KeyRowData {
  readonly id: CommandId
  readonly title: string
  readonly command: Command<ArgumentsOf<CommandId>>
}

interface KeyRowProps {
  row: KeyRowData
  titles: ReadonlyMap<CommandId, string>
}

/** A command with its keys: change, remove, reset. */
export function KeyRow({ row: { id, title, command }, titles }: KeyRowProps) {
  const { username } = useCommandKit()
  const overrides = useAtomValue(keyOverridesAtom(username))
  const setOverrides = useSetAtom(keyOverridesAtom(username))
  const seqs = useCommandKeys(id)
  const [isEditing, setIsEditing] = useState(false)
  const isChanged = Object.hasOwn(overrides, id)

  const reset = () =>
    setOverrides((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== id)))
  const change = (next: readonly string[]) => {
    setOverrides((before) => ({ ...before, [id]: next }))
    setIsEditing(false)
  }

  return (
    <tr>
      <th scope="row" title={command.help}>
        {title}
      </th>
      <td className={styles['section']}>{command.section}</td>
      <td>
        <span className={styles['keys']}>
          {seqs.map((seq) => (
            <KeyHint key={seq} seq={seq} />
          ))}
          {isChanged && <span className={styles['changed']}>changed</span>}
        </span>
      </td>
      <td>
        {isEditing ? (
          <KeyEditor
            id={id}
            title={title}
            titles={titles}
            initial={seqs[0] ?? ''}
            onChange={change}
            onCancel={() => setIsEditing(false)}
          />
        ) : (
          <span className={styles['buttons']}>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Change the key of ${title}`}
              onClick={() => setIsEditing(true)}
            >
              Change
            </Button>
            {isChanged && (
              <Button size="small" variant="quiet" aria-label={`Reset the key of ${title}`} onClick={reset}>
                Reset
              </Button>
            )}
          </span>
        )}
      </td>
    </tr>
  )
}
