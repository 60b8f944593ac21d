import { useAtomValue, useSetAtom } from 'jotai'
import { useId, type ReactNode } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { ImportReport } from '#contract/shapes/entities.ts'
import { balanceLines } from '#domain/imports/balance.ts'
import {
  PEDIGREE_FIELDS,
  type PedigreeField,
  readMissingCodes,
  readRepeatRules,
  readSameVariables,
  REPEATS,
  SIMILAR_IDS,
} from '#domain/imports/import-options.ts'
import { remedyFor } from '#domain/imports/import-path.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { required } from '#domain/messages.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { passwordProblem } from '#domain/passwords.ts'
import { ProblemsTable } from '#features/imports/report/problems-table.tsx'
import { VariablesTable } from '#features/imports/report/variables-table.tsx'
import { CONFIRMATION, importAtom, type ImportView, isStale, type Settlement } from '#features/imports/state.ts'
import { changeImportAtom, changeReadingAtom } from '#features/imports/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from '#features/imports/imports.module.css'
import stack from '#ui/stack.module.css'

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

const SIMILAR_LABELS = {
  stop: 'stop the import',
  join: 'one person: the first spelling counts',
  apart: 'different people',
} as const

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
function ReadingForm({ view: { reading }, report }: { view: ImportView; report: ImportReport }) {
  const change = useSetAtom(changeReadingAtom)
  const columnsId = useId()
  const { repeat, map } = reading
  const text = (name: keyof typeof REQUIRED_FIELDS | keyof typeof OPTIONAL_FIELDS) => ({
    value: reading[name],
    onChange: (next: string) => change({ [name]: next }),
  })
  const check = (name: 'skipBadRows' | 'isUpdate' | 'isNewOptions' | 'keepsNotAvailable') => ({
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
      {(report.hasSimilarIds || reading.similarIds !== 'stop') && (
        <SelectField
          label="Ids that look the same"
          value={reading.similarIds}
          options={SIMILAR_IDS.map((value) => ({ value, label: SIMILAR_LABELS[value] }))}
          onChange={(similarIds) => change({ similarIds })}
        />
      )}
      <TextField {...OPTIONAL_FIELDS.repeatByTable} {...text('repeatByTable')} isOptional />
      {(report.hasOtherOptions || reading.isNewOptions) && (
        <Check {...check('isNewOptions')}>Keep these options for the study from now on</Check>
      )}
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

/** The report: counts, problems, and each variable with its type and the evidence; types can be corrected. */
export function Report({ view, report }: { view: ImportView; report: ImportReport }) {
  const isOld = view.step === 'reading' || isStale(view)
  return (
    <>
      <div tabIndex={-1} data-answer role="status" className={styles['answer']}>
        {report.canRun ? <Summary report={report} view={view} /> : <Stopped report={report} />}
      </div>
      {view.step === 'report' && isStale(view) && (
        <Notice tone="warning" title="The options have changed: read the files again to update the report." />
      )}
      <div className={styles['columns']}>
        <div className={stack['section']}>
          {report.canRun && <KeptAccount report={report} />}
          {report.canRun && <Confirmation report={report} />}
          <ReadingForm view={view} report={report} />
        </div>
        <div className={classNames(stack['screen'], isOld && stack['dimmed'])}>
          {report.problemCount > 0 && <ProblemsTable report={report} />}
          {report.variables.length > 0 && <VariablesTable report={report} />}
        </div>
      </div>
    </>
  )
}

/** Where every file, row, column and filled cell went. */
function BalanceList({ balance }: { balance: NonNullable<ImportReport['balance']> }) {
  return (
    <dl className={styles['balance']} aria-label="Balance">
      {balanceLines(balance).map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Summary({ report, view }: { report: ImportReport; view: ImportView }) {
  const answers = report.forms.reduce((sum, { observations }) => sum + observations, 0)
  const isCatalogAlone = report.forms.every(({ rows }) => rows === 0)
  const leftOut = view.files?.leftOut ?? []
  return (
    <>
      <p className={stack['big']}>
        {formatCount(isCatalogAlone ? report.variables.length : report.individuals)}{' '}
        <span className={stack['unit']}>
          {isCatalogAlone
            ? `variables · ${countOf(report.forms.length, 'form')} · a catalog without individuals`
            : `${report.individuals === 1 ? 'individual' : 'individuals'} · ${countOf(report.forms.length, 'form')} · ${countOf(report.variables.length, 'variable')} · ${countOf(answers, 'answer')}`}
        </span>
      </p>
      <p className={styles['facts']}>
        {report.replaces === null
          ? 'Added to the data imported before.'
          : `The synthetic data (${countOf(report.replaces.individuals, 'individual')}) will be deleted, with all cohorts, sets and variables based on them.`}
        {leftOut.length > 0 && ` ${leftOutWords(leftOut)}`}
      </p>
      {report.balance && (
        <BalanceList balance={{ ...report.balance, filesLeftOut: [...report.balance.filesLeftOut, ...leftOut] }} />
      )}
    </>
  )
}

const LEFT_OUT_NAMED_MAX = 8

/** "3 files are not read: c.xls (save each sheet as .csv), plan.docx and 1 other." */
function leftOutWords(paths: readonly string[]): string {
  // Those whose contents can be imported another way come first.
  const ordered = paths.toSorted((one, other) => Number(remedyFor(one) === '') - Number(remedyFor(other) === ''))
  const named = ordered.slice(0, LEFT_OUT_NAMED_MAX).map((path) => {
    const remedy = remedyFor(path)
    return remedy === '' ? path : `${path} (${remedy})`
  })
  const more = paths.length - named.length
  const rest = more > 0 ? ` and ${countOf(more, 'other')}` : ''
  return `${countOf(paths.length, 'file')} ${paths.length === 1 ? 'is' : 'are'} not read: ${named.join(', ')}${rest}.`
}

function Stopped({ report }: { report: ImportReport }) {
  const settlements: readonly Settlement[] = [
    ...(report.hasOtherOptions ? (['new-options'] as const) : []),
    ...(report.hasSimilarIds ? (['join', 'apart'] as const) : []),
    ...(report.canSkip ? (['rows'] as const) : []),
  ]
  return (
    <Notice
      tone="error"
      title="These files cannot be imported with these options."
      actions={settlements.map((settlement) => (
        <CommandButton key={settlement} id="import.settle" args={{ settlement }} size="small" />
      ))}
    >
      {report.needsId && <p>Choose the column of the ids below.</p>}
      {report.hasOtherOptions && <p>The options differ from those of the study’s earlier imports.</p>}
      {report.hasSimilarIds && <p>Some ids look the same: they are those of one person, or of different people.</p>}
      {report.canSkip && (
        <p>
          Correct the rows listed below or leave them out. For repeated rows of an individual, keep one row or keep all
          as columns.
        </p>
      )}
      <p>Blocking problems are listed below by file and line. Leave out files that do not belong to the data.</p>
    </Notice>
  )
}

/** The first import deletes the synthetic data with all that was made of them. */
function Confirmation({ report }: { report: ImportReport }) {
  const { confirmation } = useAtomValue(importAtom)
  const change = useSetAtom(changeImportAtom)
  if (report.replaces === null) return null
  return (
    <div className={stack['narrow']}>
      <TextField
        label={`Type “${CONFIRMATION}” to delete them with the import`}
        value={confirmation}
        onChange={(next) => change({ confirmation: next })}
        problemOf={(text) => (text === '' || text === CONFIRMATION ? null : `This is not “${CONFIRMATION}”.`)}
      />
    </div>
  )
}

/** Accounts of the synthetic data are deleted with it; the administrator keeps their own by a new password. */
function KeptAccount({ report }: { report: ImportReport }) {
  const { password, username, failure } = useAtomValue(importAtom)
  const change = useSetAtom(changeImportAtom)
  if (!report.needsPassword) return null
  return (
    <Notice
      tone="warning"
      title={`The demo accounts are deleted with the synthetic data; yours, ${username}, can be kept.`}
    >
      <div className={stack['narrow']}>
        <TextField
          label="Your new password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(next) => change({ password: next, failure: null })}
          problemOf={(text) => passwordProblem(text, username)}
          refusal={failure?.issues.find(({ path }) => path === 'password')?.message}
          hint={`At least ${PASSWORD_MIN} characters. It replaces your old password.`}
        />
      </div>
    </Notice>
  )
}
