import { useState } from 'react'
import { downloadPreview, type DownloadPreview } from '#contract/downloads.ts'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { useCall } from '#entities/use-call.ts'
import { classNames } from '#ui/class-names.ts'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Pagination } from '#ui/pagination.tsx'
import stack from '#ui/stack.module.css'

type Row = DownloadPreview['data'][number]

/** The records of a prepared file, a page at a time, and how many are left out. */
export function DownloadPreviewTable({ downloadId }: { downloadId: string }) {
  const [view, setView] = useState<{ page: number; size: number }>({ page: 1, size: DEFAULT_PAGE_SIZE })
  const preview = useCall({
    endpoint: downloadPreview,
    request: { downloadid: downloadId, offset: (view.page - 1) * view.size, limit: view.size },
    key: 'download-preview',
  })
  return (
    <QueryResult query={preview}>
      {({ columns, data, total, excluded }) => (
        <section
          className={classNames(stack['section'], preview.isPlaceholderData && stack['dimmed'])}
          aria-label="Preview"
          aria-busy={preview.isPlaceholderData}
        >
          <h2>
            {countOf(total, 'row')}, {countOf(columns.length, 'column')}
          </h2>
          {excluded.length > 0 && (
            <p className={stack['muted']}>
              Left out for want of access:{' '}
              {excluded
                .map(({ collection, count }) => `${count === null ? 'few' : formatCount(count)} of ${collection}`)
                .join(', ')}
              .
            </p>
          )}
          <DataTable label="Preview" columns={columnsOf(columns)} rows={data} rowKey={(row) => String(row[0])} />
          <Pagination
            page={{
              rows: data,
              page: view.page,
              pages: Math.max(1, Math.ceil(total / view.size)),
              first: (view.page - 1) * view.size,
              total,
            }}
            size={view.size}
            sizes={PAGE_SIZES}
            onPage={(page) => setView({ ...view, page })}
            onSize={(size) => setView({ page: 1, size })}
            format={formatCount}
          />
        </section>
      )}
    </QueryResult>
  )
}

function columnsOf(names: readonly string[]): readonly Column<Row>[] {
  return names.map((name, index) => ({ key: `${index} ${name}`, header: name, cell: (row) => row[index] ?? '' }))
}
