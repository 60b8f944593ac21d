import type { FieldChange } from '#features/variables/variable-edit.ts'
import styles from '#features/variables/screens/variable.module.css'
import { classNames } from '#ui/class-names.ts'
import stack from '#ui/stack.module.css'

/** What becomes of each field, before and after. */
export function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={classNames(stack['facts'], styles['changes'])}>
      {changes.map((change) => (
        <Change key={change.field} {...change} />
      ))}
    </dl>
  )
}

function Change({ field, before, after }: FieldChange) {
  return (
    <>
      <dt>{field}</dt>
      <dd>
        <del>{before || 'nothing'}</del> <ins>{after || 'nothing'}</ins>
      </dd>
    </>
  )
}
