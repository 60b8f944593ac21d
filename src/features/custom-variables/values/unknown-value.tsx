import type { CustomVariableKind } from '#domain/custom-variables.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { UNKNOWN_KEY } from '#features/custom-variables/draft.ts'
import type { EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import { DefaultChoice } from '#features/custom-variables/values/default-choice.tsx'
import styles from '#features/custom-variables/values/value-list.module.css'
import stack from '#ui/stack.module.css'

interface UnknownValueProps {
  kind: CustomVariableKind
  isDefault: boolean
  count: number | null | undefined
  edit: EditDraft
}

/** [UNK] is there by itself and cannot be edited (spec section 5). */
export function UnknownValue({ kind, isDefault, count, edit }: UnknownValueProps) {
  return (
    <div className={styles['unknown']} role="group" aria-label={UNKNOWN_VALUE}>
      <div className={styles['line']}>
        <span>
          <strong>{UNKNOWN_VALUE}</strong> <span className={stack['muted']}>is always there and stays as it is</span>
        </span>
        {typeof count === 'number' && <span className={styles['count']}>{countOf(count, 'individual')}</span>}
      </div>
      {kind !== 'merge' && <DefaultChoice isDefault={isDefault} valueKey={UNKNOWN_KEY} edit={edit} />}
    </div>
  )
}
