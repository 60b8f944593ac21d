import type { EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import styles from '#features/custom-variables/values/value-list.module.css'
import { usePaneId } from '#workspace/pane-id.ts'

interface DefaultChoiceProps {
  isDefault: boolean
  valueKey: string
  edit: EditDraft
}

/** One of the values, or [UNK], is what everybody gets whom no definition takes. */
export function DefaultChoice({ isDefault, valueKey, edit }: DefaultChoiceProps) {
  return (
    <label className={styles['default']}>
      <input
        type="radio"
        name={`default ${usePaneId()}`}
        checked={isDefault}
        onChange={() => edit((before) => ({ ...before, defaultKey: valueKey }))}
      />
      Default: everyone else
    </label>
  )
}
