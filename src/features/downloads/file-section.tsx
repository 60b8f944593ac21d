import { useAtomValue, useStore } from 'jotai'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import {
  downloadBundle,
  downloadCompleteness,
  downloadNew,
  type CodeForm,
  downloadPreview,
} from '#contract/downloads.ts'
import type { Cohort, VariableSet, DownloadPreview } from '#contract/shapes/entities.ts'
import { downloadFileName } from '#domain/cohorts/cohorts.ts'
import { OWN_COLUMNS, PAGE_SIZES } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { withdrawnWithoutRow } from '#domain/releases.ts'
import { NotCountedAnywhere } from '#entities/counts/count-notes.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom, isOfferedAtom } from '#entities/session/session.ts'
import { saveDownload } from '#features/downloads/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { pageAnswered } from '#ui/tables/paging.ts'
import { useLocalPages } from '#workspace/lists/list-view.ts'
import { ListPages } from '#workspace/lists/paged-table.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/downloads/screens/download.module.css'
import stack from '#ui/stack.module.css'

const Completeness = lazy(async () => ({
  default: (await import('#features/downloads/completeness.tsx')).Completeness,
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

type Row = DownloadPreview['data'][number]

/** The records of a prepared file by page, and the number of excluded rows. */
function DownloadPreviewTable({ downloadId }: { downloadId: string }) {
  const { page, size, pager } = useLocalPages(PAGE_SIZES)
  const arePagesGiven = useAtomValue(capabilitiesAtom).includes('preview-pages')
  const first = (page - 1) * size
  const preview = useCall({
    endpoint: downloadPreview,
    request: { downloadId, ...(arePagesGiven && { offset: first, limit: size }) },
    key: 'download-preview',
  })
  return (
    <QueryResult query={preview}>
      {({ columns, data, total, excluded, withdrawn }) => {
        // A back end without paging returns all preview rows at once.
        const rows = arePagesGiven ? data : data.slice(first, first + size)
        const shown = arePagesGiven ? total : data.length
        return (
          <section
            className={classNames(stack['section'], preview.isPlaceholderData && stack['dimmed'])}
            aria-label="Preview"
            aria-busy={preview.isPlaceholderData}
          >
            <h2>
              {countOf(total, 'row')}, {countOf(columns.length, 'column')}
              {shown < total && `; ${formatCount(shown)} shown`}
            </h2>
            {excluded.length > 0 && (
              <p className={stack['muted']}>
                Left out (no access):{' '}
                {excluded
                  .map(({ collection, count }) => `${count === null ? 'few' : formatCount(count)} of ${collection}`)
                  .join(', ')}
                .
              </p>
            )}
            <NotCountedAnywhere />
            {withdrawn !== null && withdrawn > 0 && <p className={stack['muted']}>{withdrawnWithoutRow(withdrawn)}</p>}
            <DataTable label="Preview" columns={columnsOf(columns)} rows={rows} rowKey={(row) => String(row[0])} />
            <ListPages page={pageAnswered(rows, shown, page, size)} size={size} {...pager} />
          </section>
        )
      }}
    </QueryResult>
  )
}

function columnsOf(names: readonly string[]): readonly Column<Row>[] {
  return names.map((name, index) => ({
    key: `${index} ${name}`,
    header: name,
    cell: (row) => cellOf(row[index] ?? ''),
  }))
}

/** Long texts are truncated; the file has them in full. */
function cellOf(value: string | number) {
  return (
    <span className={styles['cell']} title={String(value)}>
      {value}
    </span>
  )
}
