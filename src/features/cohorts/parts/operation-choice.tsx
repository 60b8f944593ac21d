import { useId } from 'react'
import { SET_OPERATIONS, type SetOperation } from '#domain/cohorts.ts'
import { formatCount } from '#domain/numbers.ts'
import { OPERATION_SENTENCES, SHORT_WORDS } from '#features/cohorts/compound-draft.ts'
import styles from '#features/cohorts/screens/builder.module.css'
import { PENDING, type Size } from '#features/cohorts/use-set-sizes.ts'
import stack from '#ui/stack.module.css'

interface OperationChoiceProps {
  chosen: SetOperation | null
  onChoose: (operation: SetOperation) => void
  sizeOf: (operation: SetOperation) => Size
  first: string
  second: string
}

/** The three operations, each with what it means for these two cohorts and the size that it would leave. */
export function OperationChoice({ chosen, onChoose, sizeOf, first, second }: OperationChoiceProps) {
  const group = useId()
  return (
    <fieldset className={styles['choices']}>
      <legend>Operation</legend>
      {SET_OPERATIONS.map((operation) => (
        <label key={operation} className={styles['choice']}>
          <input type="radio" name={group} checked={chosen === operation} onChange={() => onChoose(operation)} />
          <span>
            <strong>{operation}</strong> · {first} {SHORT_WORDS[operation]} {second}
            <br />
            <span className={stack['muted']}>Those {OPERATION_SENTENCES[operation](first, second)}.</span>
          </span>
          <strong>{sizeWords(sizeOf(operation))}</strong>
        </label>
      ))}
    </fieldset>
  )
}

function sizeWords(size: Size): string {
  if (size === PENDING) return '…'
  return size === null ? 'hidden' : formatCount(size)
}
