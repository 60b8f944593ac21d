import { useAtomValue, useStore } from 'jotai'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { downloadBundle, downloadCompleteness, downloadNew, type CodeForm } from '#contract/downloads.ts'
import type { Cohort, VariableSet } from '#contract/shapes/entities.ts'
import { downloadFileName } from '#domain/cohorts/cohorts.ts'
import { OWN_COLUMNS } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom, isOfferedAtom } from '#entities/session/session.ts'
import { DownloadPreviewTable } from '#features/downloads/parts/download-preview-table.tsx'
import { saveDownload } from '#features/downloads/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/downloads/screens/download.module.css'
import stack from '#ui/stack.module.css'

const Completeness = lazy(async () => ({
  default: (await import('#features/downloads/parts/completeness.tsx')).Completeness,
}))

interface FileSectionProps {
  cohort: Cohort
  set: VariableSet
  /** The user's number of rows, if known. */
  rows: number | null
  /** Whether the rows are still being counted. */
  isCounting: boolean
  /** Why the user gets no rows, or null. */
  because: string | null
  /** Rendered between the file and its preview. */
  children: ReactNode
}

/** Prepares a file as soon as cohort and set are chosen, then previews and saves it (spec section 4). */
export function FileSection({ cohort, set, rows, isCounting, because, children }: FileSectionProps) {
  const store = useStore()
  const name = downloadFileName(cohort.name, set.name)
  const prepared = useCall({
    endpoint: downloadNew,
    request: because === null ? { cohortId: cohort.cohortId, variableSetId: set.variableSetId } : null,
    // An edited set makes another file.
    key: `download ${set.variables.join(' ')}`,
    staleTime: Infinity,
  })
  const downloadId = prepared.data?.[0]?.downloadId
  const canEscape = useAtomValue(capabilitiesAtom).includes('escape-formulas')
  const [escapesFormulas, setEscapesFormulas] = useState(false)
  const [isPreviewed, setIsPreviewed] = useState(false)
  const isCounted = useAtomValue(isOfferedAtom)(downloadCompleteness)
  const available = because !== null ? { because } : downloadId !== undefined || ('pending' as const)
  const save = () => {
    if (downloadId !== undefined)
      saveDownload(store, { downloadId, name, isAgain: false, bundle: null, escapesFormulas, totalRows: rows })
  }
  usePaneActions({
    'form.save': { available, run: save },
    'form.apply': { available, run: () => setIsPreviewed(true) },
    ...(isPreviewed && { 'form.hide-preview': { available: true, run: () => setIsPreviewed(false) } }),
  })

  const whole = (
    <>
      <p>
        <strong>{name}</strong>{' '}
        <span className={stack['muted']}>
          {rows === null ? isCounting && '… rows of ' : `${countOf(rows, 'row')} of `}
          {countOf(set.variables.length, 'variable')}, after {OWN_COLUMNS.join(', ')}
        </span>
      </p>
      <div className={stack['row']}>
        <CommandButton id="form.save" args={{}} variant="primary">
          Download Data
        </CommandButton>
        <CommandKeys id="form.save" />
        {!isPreviewed && (
          <CommandButton id="form.apply" args={{}}>
            Preview
          </CommandButton>
        )}
        {isPreviewed && (
          <CommandButton id="form.hide-preview" args={{}}>
            Hide preview
          </CommandButton>
        )}
        {because !== null && <span className={stack['muted']}>{because}</span>}
      </div>
      {because === null && (
        <p className={stack['muted']}>
          The CSV: codes as in the data dictionary. An empty cell: no answer or no record.
        </p>
      )}
      {because === null && canEscape && (
        <label className={styles['escape']}>
          <input
            type="checkbox"
            checked={escapesFormulas}
            onChange={(event) => setEscapesFormulas(event.target.checked)}
          />
          Escape formulas in the CSV: texts that begin with = + - @ get an apostrophe, so that spreadsheets do not
          execute them.
        </label>
      )}
      {because === null && <BundleChoice cohortId={cohort.cohortId} variableSetId={set.variableSetId} />}
    </>
  )
  return (
    <>
      <section className={stack['section']} aria-label="File">
        {because === null ? <QueryResult query={prepared}>{() => whole}</QueryResult> : whole}
      </section>
      {children}
      {isPreviewed && downloadId !== undefined && <DownloadPreviewTable downloadId={downloadId} />}
      {because === null && isCounted && (
        <Suspense fallback={<Skeleton />}>
          <Completeness cohortId={cohort.cohortId} variableSetId={set.variableSetId} variables={set.variables} />
        </Suspense>
      )}
    </>
  )
}

const CODE_FORMS: readonly { value: CodeForm; label: string }[] = [
  { value: 'codes', label: 'Codes' },
  { value: 'labels', label: 'Meanings instead of codes' },
]

function BundleChoice({ cohortId, variableSetId }: { cohortId: number; variableSetId: number }) {
  const [codes, setCodes] = useState<CodeForm>('codes')
  if (!useAtomValue(isOfferedAtom)(downloadBundle)) return null
  return (
    <>
      <div className={styles['bundle']}>
        <SelectField label="Answers in the bundle" value={codes} options={CODE_FORMS} onChange={setCodes} />
        <CommandButton id="download.bundle" args={{ cohortId, variableSetId, codes }} />
      </div>
      <p className={classNames(stack['muted'], styles['contents'])}>
        The bundle is a zip: the rows as CSV and Parquet, a README, data dictionaries, the definitions of the cohort and
        of custom variables, the flow of the cohort, Table 1, PLINK traits, scripts for R and Python, and checksums.
      </p>
    </>
  )
}
