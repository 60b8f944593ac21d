import { useAtomValue } from 'jotai'
import { downloadPreview } from '#contract/downloads.ts'
import type { DownloadPreview } from '#contract/shapes/entities.ts'
import { PAGE_SIZES } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { withdrawnWithoutRow } from '#domain/releases.ts'
import { NotCountedAnywhere } from '#entities/counts/count-notes.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { classNames } from '#ui/class-names.ts'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { pageAnswered } from '#ui/tables/paging.ts'
import { useLocalPages } from '#workspace/lists/list-view.ts'
import { ListPages } from '#workspace/lists/paged-table.tsx'
import styles from '#features/downloads/screens/download.module.css'
import stack from '#ui/stack.module.css'

type Row = DownloadPreview['data'][number]

/** The records of a prepared file by page, and the number of excluded rows. */
export function DownloadPreviewTable({ downloadId }: { downloadId: string }) {
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
