import { useAtomValue } from 'jotai'
import { useId, type ReactNode } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { downloadBundle, downloadSyntax, type CodeForm } from '#contract/downloads.ts'
import { capabilitiesAtom, isOfferedAtom } from '#entities/session/session.ts'
import type { CsvForms } from '#features/downloads/jobs.ts'
import { CheckOption } from '#ui/forms/check-option.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import styles from '#features/downloads/file-forms.module.css'
import stack from '#ui/stack.module.css'

/** What is saved: the CSV with codes, the CSV with labels, or the bundle. */
export type FileKind = 'csv' | 'labels' | 'bundle'

export interface FileForms {
  readonly kind: FileKind
  /** Of a CSV. */
  readonly csv: Omit<CsvForms, 'codes'>
  /** The answers in the bundle. */
  readonly bundle: CodeForm
}

const BUNDLE_FILES = [
  'data.csv and data.parquet',
  'README, citation and definitions',
  'dictionaries (REDCap, BIDS, Frictionless)',
  'load.R, load.py, load.sps',
  'flow of the cohort and Table 1',
  'PLINK traits, OMOP cohort and checksums',
] as const

const BUNDLE_CODES: readonly { value: CodeForm; label: string }[] = [
  { value: 'codes', label: 'Codes' },
  { value: 'labels', label: 'Meanings instead of codes' },
]

interface FileFormsProps {
  forms: FileForms
  onChange: (forms: FileForms) => void
  cohortId: number
  variableSetId: number
}

/** The kinds of file as cards, and the options of the chosen one. */
export function FileFormChoice({ forms, onChange, cohortId, variableSetId }: FileFormsProps) {
  const { kind, csv, bundle } = forms
  const isOffered = useAtomValue(isOfferedAtom)
  const hasForms = isOffered(downloadSyntax)
  const canEscape = useAtomValue(capabilitiesAtom).includes('escape-formulas')
  const name = useId()
  const set = (change: Partial<CsvForms>) => onChange({ ...forms, csv: { ...csv, ...change } })
  const cardOf = (one: FileKind) => ({
    name,
    isChosen: one === kind,
    onChoose: () => onChange({ ...forms, kind: one }),
  })
  const syntax = {
    cohortId,
    variableSetId,
    codes: kind === 'labels' ? ('labels' as const) : ('codes' as const),
    dates: csv.splitsDates ? ('parts' as const) : ('whole' as const),
  }
  return (
    <>
      <fieldset className={styles['cards']} aria-label="Kind of file">
        <Card title="CSV" {...cardOf('csv')}>
          Codes as in the data dictionary. An empty cell: no answer or no record.
        </Card>
        {hasForms && (
          <Card title="CSV with labels" {...cardOf('labels')}>
            The meanings in place of the codes.
          </Card>
        )}
        {isOffered(downloadBundle) && (
          <Card title="Bundle" isWide {...cardOf('bundle')}>
            A zip of {BUNDLE_FILES.join(', ')}.
          </Card>
        )}
      </fieldset>
      {kind === 'bundle' ? (
        <div className={stack['narrow']}>
          <SelectField
            label="Answers in the bundle"
            value={bundle}
            options={BUNDLE_CODES}
            onChange={(value) => onChange({ ...forms, bundle: value })}
          />
        </div>
      ) : (
        <div className={styles['options']}>
          {hasForms && (
            <CheckOption
              label="Partial dates also as year, month and day, in columns of their own"
              isChecked={csv.splitsDates}
              onChange={(splitsDates) => set({ splitsDates })}
            />
          )}
          {hasForms && (
            <CheckOption
              label="Byte order mark, so that Excel reads letters such as é"
              isChecked={csv.hasByteOrderMark}
              onChange={(hasByteOrderMark) => set({ hasByteOrderMark })}
            />
          )}
          {canEscape && (
            <CheckOption
              label="Escape formulas: an apostrophe before = + - @, so that spreadsheets do not execute texts"
              isChecked={csv.escapesFormulas}
              onChange={(escapesFormulas) => set({ escapesFormulas })}
            />
          )}
          {hasForms && (
            <span>
              <CommandButton id="download.syntax" args={syntax} size="small" />
            </span>
          )}
        </div>
      )}
    </>
  )
}

interface CardProps {
  title: string
  name: string
  isChosen: boolean
  /** The width of two cards. */
  isWide?: boolean
  onChoose: () => void
  children: ReactNode
}

function Card({ title, name, isChosen, isWide = false, onChoose, children }: CardProps) {
  const about = useId()
  return (
    <label className={styles['card']} data-chosen={isChosen || undefined} data-wide={isWide || undefined}>
      <input
        type="radio"
        name={name}
        aria-label={title}
        aria-describedby={about}
        checked={isChosen}
        onChange={onChoose}
      />
      <strong>{title}</strong>
      <span id={about} className={styles['about']}>
        {children}
      </span>
    </label>
  )
}
