import { useId, useState, type ChangeEvent, type FocusEvent, type Ref } from 'react'
import { afterPress } from '#ui/after-press.ts'
import { Field, messageId } from '#ui/forms/field.tsx'
import styles from '#ui/forms/field.module.css'

const LEAVING_KEYS = ['ArrowDown', 'Enter'] as const

export type LeavingKey = (typeof LEAVING_KEYS)[number]

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Validates a value: on blur, then on each change. */
  problemOf?: ((value: string) => string | null) | undefined
  /** A server's message, shown regardless of validation. */
  refusal?: string | null | undefined
  /** Input that does not match is rejected. */
  pattern?: RegExp | undefined
  /** Normalises input before it is matched. */
  clean?: ((text: string) => string) | undefined
  /** Maximum length of pasted text; the rest is cut, with a message. */
  cutAt?: number | undefined
  /** Maximum length of the value. Longer text stays in the field, with a message. */
  maxLength?: number | undefined
  /** Whether blanks at the ends are left out, which the field says. */
  isTrimmed?: boolean | undefined
  isOptional?: boolean | undefined
  hint?: string | undefined
  placeholder?: string | undefined
  type?: 'text' | 'password' | 'search' | 'date' | undefined
  autoComplete?: string | undefined
  inputMode?: 'decimal' | 'numeric' | 'text' | undefined
  isMultiline?: boolean | undefined
  startsFocused?: boolean | undefined
  /** A key that acts on the list below a search field. */
  onLeave?: ((key: LeavingKey) => void) | undefined
  suggestionsId?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** Search and filter fields do not show "(optional)". */
const SELDOM_REQUIRED: ReadonlySet<TextFieldProps['type']> = new Set(['search', 'date'])

function selectAll(event: FocusEvent<HTMLInputElement>): void {
  event.currentTarget.select()
}

/** A text input with the validation of spec section 5. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, problemOf, refusal, pattern, isOptional, ref } = props
  const id = useId()
  const [wasLeft, setWasLeft] = useState(false)
  const [notTaken, setNotTaken] = useState<string | null>(null)
  const [wasTrimmed, setWasTrimmed] = useState(false)
  const hint = wasTrimmed ? 'Blanks at the beginning and end are left out.' : props.hint
  const lengthProblem = tooLong(value, props.maxLength)
  const problem = refusal ?? notTaken ?? lengthProblem ?? (wasLeft ? (problemOf?.(value) ?? null) : null)

  const handleChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    setWasTrimmed(false)
    const whole = props.clean?.(event.target.value) ?? event.target.value
    const isPasted = whole.length > value.length + 1
    const next = isPasted ? cutTo(whole, props.cutAt) : whole
    const isTaken = !pattern || pattern.test(next)
    // Rejected input must be explained.
    setNotTaken(isTaken ? cutMessage(whole, next) : (problemOf?.(next) ?? 'This cannot stand here.'))
    if (isTaken) onChange(next)
  }

  const shared = {
    id,
    className: styles['control'],
    value,
    onChange: handleChange,
    onBlur: () => {
      const trimmed = props.isTrimmed ? value.trim() : value
      if (trimmed !== value) onChange(trimmed)
      // A message below the field moves the fields and buttons after it.
      afterPress(() => {
        setWasLeft(true)
        setNotTaken(null)
        if (trimmed !== value) setWasTrimmed(true)
      })
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
          // A number is replaced more often than edited.
          onFocus={props.inputMode === 'numeric' || props.inputMode === 'decimal' ? selectAll : undefined}
          list={props.suggestionsId}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- for a screen that is one form
          autoFocus={props.startsFocused}
          onKeyDown={(event) => {
            const key = LEAVING_KEYS.find((one) => one === event.key)
            if (!props.onLeave || key === undefined || event.nativeEvent.isComposing) return
            event.preventDefault()
            props.onLeave(key)
          }}
        />
      )}
    </Field>
  )
}

/** Does not split a surrogate pair. */
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
