import type { ImportReport } from '#contract/shapes/entities.ts'
import { useSetAtom } from 'jotai'
import { useId, type ReactNode } from 'react'
import {
  PEDIGREE_FIELDS,
  type PedigreeField,
  readMissingCodes,
  readRepeatRules,
  readSameVariables,
  REPEATS,
} from '#domain/imports/import-options.ts'
import { required } from '#domain/messages.ts'
import styles from '#features/imports/imports.module.css'
import { changeReadingAtom, type ImportView } from '#features/imports/state.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

const REPEAT_LABELS = {
  none: 'reject: one row per individual',
  first: 'keep the first',
  last: 'keep the last',
  wide: 'keep all, as columns _1, _2 …',
  count: 'keep the number of rows',
  any: 'keep yes if any row has it',
  worst: 'keep the highest number',
} as const
const REPEAT_CHOICES = ['none', ...REPEATS] as const

const FIELD_LABELS: Readonly<Record<PedigreeField, string>> = {
  id: 'Individual',
  family: 'Family',
  father: 'Father',
  mother: 'Mother',
  sex: 'Sex',
}

const missingProblem = (text: string) =>
  text.trim() === '' || readMissingCodes(text) !== null ? null : 'Separate the codes by commas, as in -9,age=999.'

const repeatProblem = (text: string) =>
  text.trim() === '' || readRepeatRules(text) !== null ? null : 'Write it as in visits=last:DATE,ae=wide.'

const sameProblem = (text: string) =>
  text.trim() === '' || readSameVariables(text) !== null ? null : 'Write it as in sexe=SEX,visits:alter=AGE.'

const blank = (label: string) => (text: string) => (text.trim() === '' ? required(label) : null)

/** Options for reading the files: the meaning of rows, and the ID columns. */
export function ReadingForm({ view: { reading }, report }: { view: ImportView; report: ImportReport }) {
  const change = useSetAtom(changeReadingAtom)
  const columnsId = useId()
  const { collection, study, repeat, repeatByTable, skipBadRows, isUpdate, missing, sameAs, keepsNotAvailable, map } =
    reading
  return (
    <div className={styles['options']}>
      <TextField
        label="Collection"
        value={collection}
        onChange={(next) => change({ collection: next })}
        problemOf={blank('Collection')}
        hint="for rows without one"
      />
      <TextField
        label="Study"
        value={study}
        onChange={(next) => change({ study: next })}
        problemOf={blank('Study')}
        hint="for rows without one"
      />
      <SelectField
        label="Repeated rows of an individual"
        value={repeat ?? 'none'}
        options={REPEAT_CHOICES.map((value) => ({ value, label: REPEAT_LABELS[value] }))}
        onChange={(next) => change({ repeat: next === 'none' ? null : next })}
      />
      <TextField
        label="Rows by table"
        value={repeatByTable}
        onChange={(next) => change({ repeatByTable: next })}
        problemOf={repeatProblem}
        placeholder="visits=last:DATE"
        hint="TABLE=first, last, wide, count, any or worst; :COLUMN orders the rows"
        isOptional
      />
      <Check isChecked={skipBadRows} onChange={(next) => change({ skipBadRows: next })}>
        Leave out invalid rows
      </Check>
      {report.replaces === null && (
        <Check isChecked={isUpdate} onChange={(next) => change({ isUpdate: next })}>
          Update existing records
        </Check>
      )}
      <TextField
        label="Missing codes"
        value={missing}
        onChange={(next) => change({ missing: next })}
        problemOf={missingProblem}
        placeholder="-9,age=999"
        hint="for all columns, or COLUMN=CODE"
        isOptional
      />
      {report.replaces === null && (
        <TextField
          label="Columns for existing variables"
          value={sameAs}
          onChange={(next) => change({ sameAs: next })}
          problemOf={sameProblem}
          placeholder="sexe=SEX"
          hint="COLUMN=VARIABLE, or TABLE:COLUMN=VARIABLE"
          isOptional
        />
      )}
      <Check isChecked={keepsNotAvailable} onChange={(next) => change({ keepsNotAvailable: next })}>
        NA in plain tables is an answer
      </Check>
      {report.columns.length > 0 && (
        <details className={styles['map']} open={report.needsId || Object.keys(map).length > 0}>
          <summary>ID columns</summary>
          <div className={styles['options']}>
            {PEDIGREE_FIELDS.map((field) => (
              <TextField
                key={field}
                label={`${FIELD_LABELS[field]}: column`}
                value={map[field] ?? ''}
                onChange={(next) => change({ map: { ...map, [field]: next } })}
                placeholder="found by name"
                suggestionsId={columnsId}
                isOptional
              />
            ))}
          </div>
          <datalist id={columnsId}>
            {report.columns.map((column) => (
              <option key={column}>{column}</option>
            ))}
          </datalist>
        </details>
      )}
    </div>
  )
}

interface CheckProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}

function Check({ isChecked, onChange, children }: CheckProps) {
  return (
    <label className={styles['check']}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  )
}
