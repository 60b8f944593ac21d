import { useId } from 'react'
import styles from '#ui/forms/choice-bar.module.css'

interface ChoiceBarProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A radio group of views, all visible. */
export function ChoiceBar<Value extends string>({ label, value, options, onChange }: ChoiceBarProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles['bar']}>
      <legend className={styles['label']}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles['choice']}>
          <input
            type="radio"
            className={styles['input']}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles['text']}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
