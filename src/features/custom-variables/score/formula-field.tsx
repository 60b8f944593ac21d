import { useAtomValue } from 'jotai'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { rankRows } from '#command-kit/row-ranking.ts'
import { FORMULA_LENGTH_MAX } from '#domain/limits.ts'
import { variableRowsAtom } from '#entities/sources/choice-rows.ts'
import { wordBefore } from '#features/custom-variables/score/score-form.ts'
import { Field, messageId } from '#ui/forms/field.tsx'
import styles from '#features/custom-variables/score/score.module.css'
import field from '#ui/forms/field.module.css'

/** Completions begin at this number of letters. */
const COMPLETED_FROM = 2
const MOST_COMPLETIONS = 8

interface Completion {
  readonly text: string
  readonly detail: string
}

const FUNCTIONS: readonly Completion[] = [
  { text: 'SUM(', detail: 'SUM(A, B, C; at least 80%)' },
  { text: 'MEAN(', detail: 'MEAN(A, B, C)' },
  { text: 'MIN(', detail: 'MIN(A, B, C)' },
  { text: 'MAX(', detail: 'MAX(A, B, C)' },
  { text: 'COUNT(', detail: 'COUNT(A, B, C = 1)' },
  { text: 'YEARS(', detail: 'YEARS(BIRTH_DATE, INTERVIEW_DATE)' },
  { text: 'DAYS(', detail: 'DAYS(FIRST_DATE, LAST_DATE)' },
  { text: 'IF(', detail: 'IF(A >= 10, 1, 0)' },
]

interface FormulaFieldProps {
  value: string
  problem: string | null
  onChange: (value: string) => void
}

/** The formula as text, with completions of functions and names of variables. */
export function FormulaField({ value, problem, onChange }: FormulaFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [position, setPosition] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const word = position === null ? '' : wordBefore(value, position)
  const completions = useCompletions(word)
  const isOpen = completions.length > 0
  const shown = Math.min(active, completions.length - 1)

  const complete = ({ text }: Completion) => {
    const end = position ?? value.length
    const next = value.slice(0, end - word.length) + text + value.slice(end)
    const caret = end - word.length + text.length
    const place = () => {
      input.current?.focus()
      input.current?.setSelectionRange(caret, caret)
    }
    // In a later frame the caret would stand before a letter that was typed meanwhile.
    flushSync(() => {
      onChange(next)
      setPosition(null)
    })
    if (input.current?.value === next) place()
    else requestAnimationFrame(place)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const completion = completions[shown]
    if (event.key === 'ArrowDown') setActive((shown + 1) % completions.length)
    else if (event.key === 'ArrowUp') setActive((shown + completions.length - 1) % completions.length)
    else if (event.key === 'Escape') setPosition(null)
    else if (event.key === 'Enter' && completion) complete(completion)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Field
      controlId={id}
      label="Formula"
      problem={problem}
      hint="Numbers, variables, + − * / and SUM, MEAN, MIN, MAX, COUNT, YEARS, DAYS, IF."
    >
      <div className={styles['formula']}>
        <input
          ref={input}
          id={id}
          className={field['control']}
          value={value}
          maxLength={FORMULA_LENGTH_MAX}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen ? `${id}-${shown}` : undefined}
          aria-invalid={problem !== null}
          aria-required
          aria-describedby={messageId(id)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            onChange(event.target.value)
            setPosition(event.target.selectionStart)
            setActive(0)
          }}
          onBlur={() => setPosition(null)}
          onKeyDown={handleKey}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Completions"
          className={styles['completions']}
          hidden={!isOpen}
        >
          {completions.map((completion, place) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys belong to the field
            <div
              key={completion.text}
              id={`${id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === shown}
              className={styles['completion']}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => complete(completion)}
            >
              <code>{completion.text}</code>
              <span className={styles['detail']}>{completion.detail}</span>
            </div>
          ))}
        </div>
      </div>
    </Field>
  )
}

function useCompletions(word: string): readonly Completion[] {
  const state = useAtomValue(variableRowsAtom)
  return useMemo(() => {
    if (word.length < COMPLETED_FROM) return []
    const called = FUNCTIONS.filter(({ text }) => text.toLowerCase().startsWith(word.toLowerCase()))
    const rows = state.status === 'ready' ? rankRows(state.rows, word, MOST_COMPLETIONS) : []
    const variables = rows.map(({ value, detail }) => ({ text: String(value), detail: detail ?? '' }))
    const found = [...called, ...variables].slice(0, MOST_COMPLETIONS)
    // A finished name needs no completion.
    return found.some(({ text }) => text === word.toUpperCase()) ? [] : found
  }, [word, state])
}
