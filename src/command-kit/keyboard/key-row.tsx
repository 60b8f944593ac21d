import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import type { Command } from '#command-kit/declaration.ts'
import { useCommandKeys, useCommandKit } from '#command-kit/hooks.ts'
import { KeyEditor } from '#command-kit/keyboard/key-editor.tsx'
import styles from '#command-kit/keyboard/keyboard.module.css'
import { keyOverridesAtom } from '#command-kit/keys/key-atoms.ts'
import { Button } from '#ui/button.tsx'
import { KeyHint } from '#ui/key-hint.tsx'

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
