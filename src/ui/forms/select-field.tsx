import { useId, useState } from 'react'
import { Field } from '#ui/forms/field.tsx'
import styles from '#ui/forms/field.module.css'

interface SelectFieldProps<Value extends string> {
  label: string
  value: Value | ''
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  problem?: string | null | undefined
  placeholder?: string | undefined
  /** The meaning of the choice, as a tooltip. */
  description?: string | undefined
  /** Shows the options below each other, to be chosen by one click; they stay so. */
  isListed?: boolean | undefined
}

/** The most options that are seen of a list. */
const LISTED_MAX = 8

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const id = useId()
  // A list that closed would move all that is below.
  const [wasListed, setWasListed] = useState(false)
  const isListed = props.isListed === true || wasListed
  if (isListed && !wasListed) setWasListed(true)
  return (
    <Field controlId={id} label={props.label} problem={props.problem} isListed={props.isListed}>
      <select
        id={id}
        className={styles['control']}
        value={props.value}
        {...(isListed && { size: Math.min(Math.max(props.options.length, 2), LISTED_MAX) })}
        {...(props.description !== undefined && {
          'data-tooltip': props.description,
          'aria-description': props.description,
        })}
        onChange={(event) => {
          const chosen = props.options.find((option) => option.value === event.target.value)
          if (chosen) props.onChange(chosen.value)
        }}
      >
        {props.value === '' && (
          <option value="" disabled hidden={isListed}>
            {props.placeholder ?? 'Choose…'}
          </option>
        )}
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
