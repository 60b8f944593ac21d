import { useSetAtom } from 'jotai'
import { useId, type ReactNode } from 'react'
import type { ImportReport } from '#contract/shapes/entities.ts'
import {
  PEDIGREE_FIELDS,
  type PedigreeField,
  readMissingCodes,
  readRepeatRules,
  readSameVariables,
  REPEATS,
} from '#domain/imports/import-options.ts'
import { required } from '#domain/messages.ts'
import type { ImportView } from '#features/imports/state.ts'
import { changeReadingAtom } from '#features/imports/use-cases.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import styles from '#features/imports/imports.module.css'

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

/** Accepts an empty text, and what `read` can parse. */
function parsed(read: (text: string) => unknown, example: string) {
  return (text: string) => (text.trim() === '' || read(text) !== null ? null : example)
}

const OPTIONAL_FIELDS = {
  repeatByTable: {
    label: 'Rows by table',
    problemOf: parsed(readRepeatRules, 'Write it as in visits=last:DATE,ae=wide.'),
    placeholder: 'visits=last:DATE',
    hint: 'TABLE=first, last, wide, count, any or worst; :COLUMN orders the rows',
  },
  missing: {
    label: 'Missing codes',
    problemOf: parsed(readMissingCodes, 'Separate the codes by commas, as in -9,age=999.'),
    placeholder: '-9,age=999',
    hint: 'for all columns, or COLUMN=CODE',
  },
  sameAs: {
    label: 'Columns for existing variables',
    problemOf: parsed(readSameVariables, 'Write it as in sexe=SEX,visits:alter=AGE.'),
    placeholder: 'sexe=SEX',
    hint: 'COLUMN=VARIABLE, or TABLE:COLUMN=VARIABLE',
  },
} as const

const blank = (label: string) => (text: string) => (text.trim() === '' ? required(label) : null)

const REQUIRED_FIELDS = {
  collection: { label: 'Collection', problemOf: blank('Collection'), hint: 'for rows without one' },
  study: { label: 'Study', problemOf: blank('Study'), hint: 'for rows without one' },
} as const

/** Options for reading the files: the meaning of rows, and the ID columns. */
export function ReadingForm({ view: { reading }, report }: { view: ImportView; report: ImportReport }) {
  const change = useSetAtom(changeReadingAtom)
  const columnsId = useId()
  const { repeat, map } = reading
  const text = (name: keyof typeof REQUIRED_FIELDS | keyof typeof OPTIONAL_FIELDS) => ({
    value: reading[name],
    onChange: (next: string) => change({ [name]: next }),
  })
  const check = (name: 'skipBadRows' | 'isUpdate' | 'keepsNotAvailable') => ({
    isChecked: reading[name],
    onChange: (next: boolean) => change({ [name]: next }),
  })
  const isAddition = report.replaces === null
  return (
    <div className={styles['options']}>
      <TextField {...REQUIRED_FIELDS.collection} {...text('collection')} />
      <TextField {...REQUIRED_FIELDS.study} {...text('study')} />
      <SelectField
        label="Repeated rows of an individual"
        value={repeat ?? 'none'}
        options={REPEAT_CHOICES.map((value) => ({ value, label: REPEAT_LABELS[value] }))}
        onChange={(next) => change({ repeat: next === 'none' ? null : next })}
      />
      <TextField {...OPTIONAL_FIELDS.repeatByTable} {...text('repeatByTable')} isOptional />
      <Check {...check('skipBadRows')}>Leave out invalid rows</Check>
      {isAddition && <Check {...check('isUpdate')}>Update existing records</Check>}
      <TextField {...OPTIONAL_FIELDS.missing} {...text('missing')} isOptional />
      {isAddition && <TextField {...OPTIONAL_FIELDS.sameAs} {...text('sameAs')} isOptional />}
      <Check {...check('keepsNotAvailable')}>NA in plain tables is an answer</Check>
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
