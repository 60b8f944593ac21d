import styles from '#features/custom-variables/values/value-list.module.css'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { UNKNOWN_KEY, valueTitle, type CustomVariableDraft } from '#features/custom-variables/draft.ts'
import { FIELD } from '#features/custom-variables/save-requirements.ts'
import type { EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import fieldStyles from '#ui/forms/field.module.css'

interface OtherRowsProps {
  draft: CustomVariableDraft
  /** Individuals with a missing answer, and those who match no value; undefined before they are counted. */
  unknown: number | null | undefined
  everyoneElse: number | null | undefined
  edit: EditDraft
}

/** The rows after the values: [UNK], which cannot be edited (spec section 5), and the default. */
export function OtherRows({ draft, unknown, everyoneElse, edit }: OtherRowsProps) {
  return (
    <>
      <div className={styles['other']} role="group" aria-label={UNKNOWN_VALUE}>
        <span className={styles['sentence']}>
          {draft.kind === 'merge' ? 'Combinations without a value' : 'Missing answers'}
        </span>
        <span aria-hidden="true" className={styles['arrow']}>
          →
        </span>
        <span className={styles['gives']}>{UNKNOWN_VALUE}</span>
        <OtherCount count={unknown} />
      </div>
      {draft.kind !== 'merge' && (
        <div className={styles['other']} role="group" aria-label="Everyone else" data-field={FIELD.default}>
          <span className={styles['sentence']}>
            Everyone else <span className={styles['note']}>the default</span>
          </span>
          <span aria-hidden="true" className={styles['arrow']}>
            →
          </span>
          <select
            className={fieldStyles['control']}
            aria-label="Value of everyone else"
            value={draft.defaultKey ?? ''}
            onChange={(event) => {
              const { value: defaultKey } = event.target
              edit((before) => ({ ...before, defaultKey }))
            }}
          >
            {draft.defaultKey === null && (
              <option value="" disabled>
                Choose the default…
              </option>
            )}
            {draft.values.map(({ key }) => (
              <option key={key} value={key}>
                {valueTitle(draft, key)}
              </option>
            ))}
            <option value={UNKNOWN_KEY}>{UNKNOWN_VALUE}</option>
          </select>
          <OtherCount count={everyoneElse} />
        </div>
      )}
    </>
  )
}

function OtherCount({ count }: { count: number | null | undefined }) {
  return (
    <span className={styles['count']}>
      {count === undefined ? '–' : count === null ? 'hidden' : formatCount(count)}
    </span>
  )
}
