import { useId, useState, type ChangeEvent, type Ref } from 'react'
import { Field, messageId } from '#ui/field.tsx'
import styles from '#ui/field.module.css'

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Judges a finished value; its message shows after blur and is checked again on each change. */
  problemOf?: ((value: string) => string | null) | undefined
  /** A message that stands whatever the field thinks of its value: a refusal of the server. */
  refusal?: string | null | undefined
  /** Keystrokes that would not match are not taken. */
  pattern?: RegExp | undefined
  /** Rewrites what is typed or pasted before it is matched. */
  clean?: ((text: string) => string) | undefined
  /** Text that is pasted is cut to so many characters, with a message. */
  cutAt?: number | undefined
  /** Characters that are saved at most. What is longer stays in the field, with a message. */
  maxLength?: number | undefined
  isOptional?: boolean | undefined
  hint?: string | undefined
  placeholder?: string | undefined
  type?: 'text' | 'password' | 'search' | 'date' | undefined
  autoComplete?: string | undefined
  inputMode?: 'decimal' | 'numeric' | 'text' | undefined
  isMultiline?: boolean | undefined
  startsFocused?: boolean | undefined
  /** Arrow down or Enter in a search field: on to what it found. */
  onLeave?: (() => void) | undefined
  /** The id of a datalist of what may be meant. */
  suggestionsId?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** Fields to search and filter by need not say that they may be empty. */
const SELDOM_REQUIRED: ReadonlySet<TextFieldProps['type']> = new Set(['search', 'date'])

/** One text input with the validation habits of spec section 5. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, problemOf, refusal, pattern, isOptional, hint, ref } = props
  const id = useId()
  const [wasLeft, setWasLeft] = useState(false)
  const [notTaken, setNotTaken] = useState<string | null>(null)
  const lengthProblem = tooLong(value, props.maxLength)
  const problem = refusal ?? notTaken ?? lengthProblem ?? (wasLeft ? (problemOf?.(value) ?? null) : null)

  const handleChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const whole = props.clean?.(event.target.value) ?? event.target.value
    const isPasted = whole.length > value.length + 1
    const next = isPasted ? cutTo(whole, props.cutAt) : whole
    const isTaken = !pattern || pattern.test(next)
    // What is typed or pasted and not taken must not vanish without a word.
    setNotTaken(isTaken ? cutMessage(whole, next) : (problemOf?.(next) ?? 'This cannot stand here.'))
    if (isTaken) onChange(next)
  }

  const shared = {
    id,
    className: styles['control'],
    value,
    onChange: handleChange,
    onBlur: () => {
      setWasLeft(true)
      setNotTaken(null)
    },
    placeholder: props.placeholder,
    'aria-invalid': problem !== null,
    'aria-required': isOptional !== true,
    'aria-describedby': problem || hint ? messageId(id) : undefined,
    spellCheck: false,
  }

  return (
    <Field
      controlId={id}
      label={label}
      isOptional={isOptional === true && !SELDOM_REQUIRED.has(props.type)}
      problem={problem}
      hint={hint}
    >
      {props.isMultiline ? (
        <textarea {...shared} rows={2} />
      ) : (
        <input
          {...shared}
          ref={ref}
          type={props.type ?? 'text'}
          autoComplete={props.autoComplete ?? 'off'}
          inputMode={props.inputMode}
          list={props.suggestionsId}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for where a screen is one form and starts with it
          autoFocus={props.startsFocused}
          onKeyDown={(event) => {
            const isLeaving = event.key === 'ArrowDown' || event.key === 'Enter'
            if (!props.onLeave || !isLeaving || event.nativeEvent.isComposing) return
            event.preventDefault()
            props.onLeave()
          }}
        />
      )}
    </Field>
  )
}

/** Cut before half a surrogate pair. */
function cutTo(text: string, maxLength = Infinity): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/\p{Cs}$/u, '')
}

function cutMessage(whole: string, taken: string): string | null {
  const [from, to] = [whole.length, taken.length].map((length) => length.toLocaleString('en'))
  return whole === taken ? null : `Cut from ${from} to ${to} characters.`
}

function tooLong(value: string, maxLength = Infinity): string | null {
  return value.length > maxLength ? `Use at most ${maxLength.toLocaleString('en')} characters.` : null
}
