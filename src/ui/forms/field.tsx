import type { ReactNode } from 'react'
import styles from '#ui/forms/field.module.css'

interface FieldProps {
  controlId: string
  label: string
  isOptional?: boolean | undefined
  problem?: string | null | undefined
  hint?: string | undefined
  /** Whether its control is a list of several lines. */
  isListed?: boolean | undefined
  children: ReactNode
}

/** A label, its control, and the control's message. */
export function Field({ controlId, label, isOptional, problem, hint, isListed, children }: FieldProps) {
  return (
    <div className={styles['field']} data-listed={isListed || undefined}>
      <label className={styles['label']} htmlFor={controlId}>
        {label}
        {isOptional && <span className={styles['optional']}> (optional)</span>}
      </label>
      {children}
      <FieldMessage controlId={controlId} problem={problem} hint={hint} />
    </div>
  )
}

/** The problem of a control, else its hint, referenced by aria-describedby. */
export function FieldMessage({ controlId, problem, hint }: Pick<FieldProps, 'controlId' | 'problem' | 'hint'>) {
  if (problem) {
    return (
      <div className={styles['messages']}>
        <p className={styles['problem']} id={messageId(controlId)} role="alert">
          {problem}
        </p>
        {/* Keeps its height, so that the screen below stays. */}
        {hint && (
          <p className={styles['hint']} aria-hidden="true">
            {hint}
          </p>
        )}
      </div>
    )
  }
  return hint ? (
    <p className={styles['hint']} id={messageId(controlId)}>
      {hint}
    </p>
  ) : null
}

export function messageId(controlId: string): string {
  return `${controlId}-message`
}
