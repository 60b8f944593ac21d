import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { Command } from '#command-kit/declaration.ts'
import { useCommandKit, useCommandKeys } from '#command-kit/hooks.ts'
import { keyProblem, currentOwner, LONGEST } from '#command-kit/keyboard/key-settings.ts'
import { keyOverridesAtom, keyRecordersAtom, type KeyRecorder } from '#command-kit/keys/bound-keys.ts'
import { notationOf, type StrokeId } from '#command-kit/keys/stroke.ts'
import type { CommandId, ArgumentsOf } from '#commands/signatures.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { KeyHint } from '#ui/key-hint.tsx'
import { isApple, spokenKeys } from '#ui/key-names.ts'
import styles from '#command-kit/keyboard/keyboard.module.css'

interface KeyEditorProps {
  id: CommandId
  title: string
  titles: ReadonlyMap<CommandId, string>
  initial: string
  onChange: (seqs: readonly string[]) => void
  onCancel: () => void
}

/** Edits a key: records the pressed keys, or reads the notation of declarations; empty removes it. */
export function KeyEditor({ id, title, titles, initial, onChange, onCancel }: KeyEditorProps) {
  const { registry, boundKeys } = useCommandKit()
  const bound = useAtomValue(boundKeys)
  const [text, setText] = useState(initial)
  const [isText, setIsText] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const seq = text.trim().replaceAll(/\s+/g, ' ')
  const problem = seq === '' ? null : keyProblem(seq)
  const other = seq === '' || problem !== null ? null : currentOwner(registry, bound, id, seq)

  const set = () => {
    if (problem === null) onChange(seq === '' ? [] : [seq])
  }
  const write = () => {
    setIsText(true)
    field.current?.focus()
  }
  useKeyRecorder({ form, field, isText, seq, onRecord: setText, onSet: set, onCancel })

  return (
    <form
      ref={form}
      className={styles['editor']}
      onSubmit={(event) => {
        event.preventDefault()
        set()
      }}
    >
      <TextField
        ref={field}
        label={`Key of ${title}`}
        value={isText || text === '' ? text : spokenKeys(text, isApple())}
        // Pasted text, or that of a screen keyboard, which has no keys to record.
        onChange={(typed) => {
          setIsText(true)
          setText(typed)
        }}
        isOptional
        startsFocused
        refusal={problem}
        hint={other === null ? (isText ? TEXT_HINT : RECORD_HINT) : `Takes it from: ${titles.get(other) ?? other}.`}
      />
      <span className={styles['buttons']}>
        <Button type="submit" size="small" variant="primary">
          Set
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {!isText && (
          <Button size="small" variant="quiet" onClick={write}>
            Write as text
          </Button>
        )}
      </span>
    </form>
  )
}

const RECORD_HINT = 'Press up to 3 keys, then Enter. Backspace removes the key.'
const TEXT_HINT = 'Keys separated by blanks, $mod for Ctrl or Cmd; empty for none.'

interface KeyRecording {
  form: RefObject<HTMLFormElement | null>
  field: RefObject<HTMLInputElement | null>
  isText: boolean
  seq: string
  onRecord: (seq: string) => void
  onSet: () => void
  onCancel: () => void
}

/** Records the keys pressed in the field. Tab leaves it, Escape cancels in the whole form. */
function useKeyRecorder({ form, field, isText, seq, onRecord, onSet, onCancel }: KeyRecording): void {
  const setRecorders = useSetAtom(keyRecordersAtom)
  const hasRecorded = useRef(false)
  const record = useEffectEvent((stroke: StrokeId, isRepeated: boolean) => {
    const { activeElement } = document
    if (stroke === 'escape' && form.current?.contains(activeElement) === true) {
      onCancel()
      return true
    }
    const key = notationOf(stroke)
    const isRecorded = !isText && activeElement === field.current && key !== null && !/^(shift\+)?tab$/.test(stroke)
    if (!isRecorded || isRepeated) return isRecorded
    // Enter is recorded as the first key only, Backspace in combinations only.
    if (stroke === 'enter' && hasRecorded.current) onSet()
    else if (stroke === 'backspace') onRecord('')
    else {
      const before = hasRecorded.current && seq !== '' ? seq.split(' ') : []
      onRecord([...(before.length < LONGEST ? before : []), key].join(' '))
    }
    hasRecorded.current = true
    return true
  })
  useEffect(() => {
    const recorder: KeyRecorder = (stroke, isRepeated) => record(stroke, isRepeated)
    setRecorders((before) => [...before, recorder])
    return () => setRecorders((before) => before.filter((other) => other !== recorder))
  }, [setRecorders])
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
  // Null before the first edit: after one, the button that began it has the focus.
  const [isEditing, setIsEditing] = useState<boolean | null>(null)
  const isChanged = Object.hasOwn(overrides, id)

  const changeButton = useRef<HTMLButtonElement>(null)
  const reset = () => {
    setOverrides((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== id)))
    // The button of the reset goes.
    changeButton.current?.focus()
  }
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
        {isEditing === true ? (
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
              ref={changeButton}
              size="small"
              variant="quiet"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus was in the editor
              autoFocus={isEditing === false}
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
