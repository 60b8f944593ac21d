import { lazy, Suspense } from 'react'
import { DATA_TYPES, isCategory, isDateType, isNumber } from '#domain/data-types.ts'
import { CUSTOM_SOURCES_MAX } from '#domain/limits.ts'
import { COMPARISON_SIGNS, COMPARISONS, type Least } from '#domain/scores/formula.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import {
  CALCULATION_WORDS,
  CALCULATIONS,
  formOf,
  leastShares,
  textOfCalculation,
  textOfForm,
  unfinishedForm,
  type Calculation,
  type ScoreForm,
} from '#features/custom-variables/score/score-form.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import styles from '#features/custom-variables/score/score.module.css'
import stack from '#ui/stack.module.css'

const MomentsField = lazy(async () => ({
  default: (await import('#features/custom-variables/score/moments-field.tsx')).MomentsField,
}))

interface ScoreFieldsProps {
  formula: string
  /** Whether all names of the formula are variables. */
  isKnown: boolean
  onChange: (formula: string) => void
}

/** The formula as fields: a calculation, its variables, and how many must be known. */
export function ScoreFields({ formula, isKnown, onChange }: ScoreFieldsProps) {
  const form = isKnown ? (formOf(formula) ?? unfinishedForm(formula)) : null
  if (form === null) {
    return (
      <div className={styles['fields']}>
        <p className={stack['muted']}>This formula is no calculation of the list. Edit it in the field below.</p>
      </div>
    )
  }
  const change = (part: Partial<ScoreForm>) => onChange(textOfForm({ ...form, ...part }))
  const isElapsed = form.calculation === 'YEARS' || form.calculation === 'DAYS'
  const isZScore = form.calculation === 'Z'
  const isFull = form.names.length === (isElapsed ? 2 : isZScore ? 1 : CUSTOM_SOURCES_MAX)
  return (
    <div className={styles['fields']}>
      <SelectField
        label="Calculation"
        value={form.calculation}
        options={CALCULATIONS.map((value) => ({ value, label: CALCULATION_WORDS[value] }))}
        onChange={(calculation) => onChange(textOfCalculation(form, calculation))}
      />
      {form.calculation === 'COUNT' && (
        <div className={styles['answer']}>
          <SelectField
            label="Answer is"
            value={form.comparison}
            options={COMPARISONS.map((value) => ({ value, label: COMPARISON_SIGNS[value] }))}
            onChange={(comparison) => change({ comparison })}
          />
          <TextField label="Value" value={form.value} onChange={(value) => change({ value })} />
        </div>
      )}
      {!isFull && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of the field in it
        <div
          onKeyDown={({ key, target, repeat }) => {
            const isEmpty = target instanceof HTMLInputElement && target.value === ''
            // A held key stops at the end of the text.
            if (key !== 'Backspace' || !isEmpty || repeat || form.names.length === 0) return
            change({ names: form.names.slice(0, -1), moments: null })
          }}
        >
          <VariablePicker
            label={pickerLabel(form)}
            variableName={null}
            dataTypes={typesOf(form.calculation)}
            refuse={(name) => (form.names.includes(name.toUpperCase()) ? 'This variable is already used.' : null)}
            onChoose={(name) => change({ names: [...form.names, name.toUpperCase()] })}
            isRepeating={!isElapsed && !isZScore}
          />
        </div>
      )}
      <Names names={form.names} onChange={(names) => change({ names, moments: null })} />
      {isZScore && form.names[0] !== undefined && (
        <Suspense>
          <MomentsField
            variableName={form.names[0]}
            moments={form.moments}
            onChange={(moments) => change({ moments })}
          />
        </Suspense>
      )}
      {!isElapsed && !isZScore && form.names.length > 1 && (
        <LeastField form={form} onChange={(least) => change({ least })} />
      )}
    </div>
  )
}

function typesOf(calculation: Calculation) {
  if (calculation === 'COUNT') return undefined
  const isUsable = calculation === 'YEARS' || calculation === 'DAYS' ? isDateType : isSummable
  return DATA_TYPES.filter(isUsable)
}

function isSummable(dataType: string): boolean {
  return isNumber(dataType) || isCategory(dataType)
}

function pickerLabel({ calculation, names }: ScoreForm): string {
  if (calculation === 'YEARS' || calculation === 'DAYS') return names.length === 0 ? 'From date' : 'To date'
  return names.length === 0 ? 'Variable' : 'Another variable'
}

function Names({ names, onChange }: { names: readonly string[]; onChange: (names: readonly string[]) => void }) {
  const { list, beforeRemoving } = useFocusAfterRemoval<HTMLUListElement>(names)
  if (names.length === 0) return null
  return (
    <ul ref={list} className={styles['names']} aria-label="Variables used">
      {names.map((name) => (
        <li key={name}>
          <Button
            size="small"
            aria-label={`Remove ${name}`}
            data-removes={name}
            onClick={() => {
              beforeRemoving(name)
              onChange(names.filter((other) => other !== name))
            }}
          >
            {name} ×
          </Button>
        </li>
      ))}
    </ul>
  )
}

const ALL = 'all'

function LeastField({ form, onChange }: { form: ScoreForm; onChange: (least: Least) => void }) {
  const { names, least, calculation } = form
  const shares = leastShares(names.length).map(({ percent, items }) => ({
    value: String(percent),
    label: `At least ${percent}% (${items} of ${names.length})`,
  }))
  const values = [{ value: ALL, label: `All ${names.length}` }, ...shares]
  const isShare = least !== null && 'percent' in least
  const current = least === null ? ALL : isShare ? String(least.percent) : `of ${least.items}`
  const others =
    values.some(({ value }) => value === current) || least === null
      ? []
      : [
          {
            value: current,
            label: isShare ? `At least ${least.percent}%` : `At least ${least.items} of ${names.length}`,
          },
        ]
  return (
    <>
      <SelectField
        label="Known answers needed"
        value={current}
        options={[...values, ...others]}
        onChange={(value) => {
          if (value !== current) onChange(value === ALL ? null : { percent: Number(value) })
        }}
      />
      {least !== null && calculation === 'SUM' && (
        <p className={stack['muted']}>
          With missing answers, the sum of the known ones is scaled up to all {names.length} variables.
        </p>
      )}
    </>
  )
}
