import { useAtomValue } from 'jotai'
import type { CountRow, PedigreeRow } from '#contract/shapes/entities.ts'
import { STRATUM_FIELDS, STRATUM_WORDS, type StratumField } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { pivotOf, type Dimension } from '#entities/cohorts/counts/count-pivot.ts'
import type { DraftStratum } from '#entities/rules/rule-draft.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { changeRule } from '#features/rules/rule-edits.ts'
import type { EditRules } from '#features/rules/rules-state.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import styles from '#features/rules/rules.module.css'

/** The values come from the strata of All Individuals. */
export function StratumFields({ rule, edit }: { rule: DraftStratum; edit: EditRules }) {
  const { key, field, values } = rule
  const summary = useAtomValue(cohortSummaryAtom(ROOT_COHORT_ID))
  const change = (part: Partial<DraftStratum>) =>
    edit((top) => changeRule(top, key, (before) => (before.kind === 'stratum' ? { ...before, ...part } : before)))
  return (
    <>
      <SelectField<StratumField>
        label="Attribute"
        value={field}
        options={STRATUM_FIELDS.map((value) => ({ value, label: STRATUM_WORDS[value] }))}
        onChange={(next) => change({ field: next, values: [] })}
      />
      <Loaded resource={summary}>
        {({ data }) => (
          <fieldset className={styles['strata']}>
            <legend>{STRATUM_WORDS[field]}</legend>
            {pivotOf(data.filter(isCountRow), STRATUM_DIMENSIONS[field], null)
              .rows.filter((row) => row.key !== '')
              .map((row) => (
                <label key={row.key}>
                  <input
                    type="checkbox"
                    checked={values.includes(row.key)}
                    onChange={(event) =>
                      change({
                        values: event.target.checked
                          ? [...values, row.key]
                          : values.filter((value) => value !== row.key),
                      })
                    }
                  />
                  {row.key}
                </label>
              ))}
          </fieldset>
        )}
      </Loaded>
    </>
  )
}

const STRATUM_DIMENSIONS: Readonly<Record<StratumField, Dimension>> = {
  dx_nimh: 'dxNimh',
  collection: 'collection',
  study_id: 'studyId',
  consent: 'consent',
}

function isCountRow(row: CountRow | PedigreeRow): row is CountRow {
  return !('pedigreeCount' in row)
}
