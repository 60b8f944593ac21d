import { atom, useAtom, useAtomValue, useStore } from 'jotai'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { downloadCompleteness, downloadNew, downloadPreview } from '#contract/downloads.ts'
import type { Cohort, VariableSet, DownloadPreview } from '#contract/shapes/entities.ts'
import { downloadFileName } from '#domain/cohorts/cohorts.ts'
import { OWN_COLUMNS, PAGE_SIZES } from '#domain/limits.ts'
import { countOf, formatBytes, formatCount } from '#domain/numbers.ts'
import { withdrawnWithoutRow } from '#domain/releases.ts'
import { useCode } from '#entities/code/use-code.ts'
import { NotCountedAnywhere } from '#entities/counts/count-notes.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom, isOfferedAtom } from '#entities/session/session.ts'
import { FileFormChoice, type FileForms } from '#features/downloads/file-forms.tsx'
import { PLAIN_CSV } from '#features/downloads/jobs.ts'
import { lastSetAtom } from '#features/downloads/last-set.ts'
import { saveDownload } from '#features/downloads/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { pageAnswered } from '#ui/tables/paging.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
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

/** The choice outlives another cohort or set, and the way to a new set. */
const formsAtom = atom<FileForms>({ kind: 'csv', csv: PLAIN_CSV, bundle: 'codes' })

/** Prepares a file as soon as cohort and set are chosen, then previews and saves it (spec section 4). */
export function FileSection({ cohort, set, rows, isCounting, because, children }: FileSectionProps) {
  const store = useStore()
  const prepared = useCall({
    endpoint: downloadNew,
    request: because === null ? { cohortId: cohort.cohortId, variableSetId: set.variableSetId } : null,
    // An edited set makes another file.
    key: `download ${set.variables.join(' ')}`,
    staleTime: Infinity,
  })
  const downloadId = prepared.data?.[0]?.downloadId
  const [forms, setForms] = useAtom(formsAtom)
  const { kind } = forms
  const name = downloadFileName(cohort.name, set.name, kind === 'bundle' ? 'zip' : 'csv')
  const [isPreviewed, setIsPreviewed] = useState(false)
  const isCounted = useAtomValue(isOfferedAtom)(downloadCompleteness)
  const available = because !== null ? { because } : downloadId !== undefined || ('pending' as const)
  const save = () => {
    if (downloadId === undefined) return
    store.set(lastSetAtom, set.variableSetId)
    const csv = { ...forms.csv, codes: kind === 'labels' ? ('labels' as const) : ('codes' as const) }
    const bundle = kind === 'bundle' ? forms.bundle : null
    saveDownload(store, { downloadId, name, isAgain: false, bundle, csv, totalRows: rows })
  }
  const saved = { name: cohort.name, id: cohort.cohortId }
  useCode(because === null ? { kind: 'download', cohort: saved, set: set.name } : null)
  usePaneActions({
    'form.save': { available, run: save },
    'form.apply': { available, run: () => setIsPreviewed(true) },
    ...(isPreviewed && { 'form.hide-preview': { available: true, run: () => setIsPreviewed(false) } }),
  })

  const whole = (
    <>
      {because === null && (
        <FileFormChoice
          forms={forms}
          onChange={setForms}
          cohortId={cohort.cohortId}
          variableSetId={set.variableSetId}
        />
      )}
      <div className={styles['foot']}>
        <p className={stack['muted']}>
          <span className={styles['file']}>{name}</span>:{' '}
          {rows === null ? isCounting && '… rows of ' : `${countOf(rows, 'row')} of `}
          {countOf(set.variables.length, 'variable')}, after {OWN_COLUMNS.join(', ')}
        </p>
        <div className={stack['row']}>
          <CommandButton id="form.save" args={{}} variant="primary">
            <span>
              Download Data<VisuallyHidden>: {name}</VisuallyHidden>
              {kind === 'csv' && downloadId !== undefined && (
                <Size downloadId={downloadId} columns={set.variables.length} />
              )}
            </span>
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
      </div>
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

/** Rows that the size of a file is estimated from; wider files take the server too long. */
const SIZED_ROWS = 50
const SIZED_COLUMNS_MAX = 500

/** About how large the CSV is, by its first rows. */
function Size({ downloadId, columns }: { downloadId: string; columns: number }) {
  const isSized = useAtomValue(capabilitiesAtom).includes('preview-pages') && columns <= SIZED_COLUMNS_MAX
  const preview = useCall({
    endpoint: downloadPreview,
    request: isSized ? { downloadId, offset: 0, limit: SIZED_ROWS } : null,
    key: 'download-size',
    staleTime: Infinity,
  })
  if (!preview.data || preview.data.data.length === 0) return null
  const { columns: names, data, total } = preview.data
  const bytes = bytesOf(names) + (data.reduce((sum, row) => sum + bytesOf(row), 0) / data.length) * total
  return <>, about {formatBytes(bytes)}</>
}

/** A separator or line end follows each cell. */
function bytesOf(cells: readonly (string | number | null)[]): number {
  return cells.reduce<number>((sum, cell) => sum + new Blob([String(cell ?? '')]).size + 1, 1)
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
