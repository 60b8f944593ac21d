import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { CommandId } from '#commands/signatures.ts'
import { useCommandKit } from '#command-kit/hooks.ts'
import styles from '#command-kit/keyboard/keyboard.module.css'
import { keyProblem, currentOwner } from '#command-kit/keys/key-problem.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

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
