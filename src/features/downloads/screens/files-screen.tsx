import { CommandLink } from '#command-kit/command-link.tsx'
import { filesInfo } from '#contract/downloads.ts'
import { momentInWords } from '#domain/moments.ts'
import { formatBytes, formatCount } from '#domain/numbers.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { DOWNLOAD_FILES_KEY } from '#features/downloads/files/compared-file.ts'
import { Notice } from '#ui/notice.tsx'
import { DataTable } from '#ui/tables/data-table.tsx'
import stack from '#ui/stack.module.css'

/** The files that the user downloaded. */
export default function FilesScreen() {
  const query = useCall({ endpoint: filesInfo, request: {}, key: DOWNLOAD_FILES_KEY, staleTime: 0 })
  return (
    <div className={stack['screen']}>
      <p className={stack['muted']}>
        Each complete file is recorded with its data release, definitions and hash, so that you can cite it, and
        download the same file again.
      </p>
      <QueryResult query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Notice title="You have not downloaded a file yet.">
              <CommandLink id="download.new" args={{}}>
                Download Data
              </CommandLink>
            </Notice>
          ) : (
            <DataTable
              label="Downloaded files"
              rows={data}
              rowKey={({ fileId }) => fileId}
              columns={[
                {
                  key: 'name',
                  header: 'File',
                  cell: ({ fileId, fileName }) => (
                    <CommandLink id="download-file.show" args={{ fileId }}>
                      {fileName}
                    </CommandLink>
                  ),
                },
                { key: 'made', header: 'Made', cell: ({ madeAt }) => momentInWords(madeAt), isMinor: 'last' },
                { key: 'release', header: 'Release', cell: ({ release }) => release ?? 'undone' },
                { key: 'rows', header: 'Rows', align: 'end', cell: ({ rows }) => formatCount(rows) },
                {
                  key: 'variables',
                  header: 'Variables',
                  align: 'end',
                  isMinor: true,
                  cell: ({ variables }) => formatCount(variables),
                },
                {
                  key: 'bytes',
                  header: 'Size',
                  align: 'end',
                  isMinor: 'first',
                  cell: ({ bytes }) => (bytes === null ? 'deleted' : formatBytes(bytes)),
                },
                {
                  key: 'hash',
                  header: 'SHA-256',
                  isMinor: 'first',
                  cell: ({ sha256 }) =>
                    sha256 === null ? 'deleted' : <code title={sha256}>{sha256.slice(0, 12)}…</code>,
                },
              ]}
            />
          )
        }
      </QueryResult>
    </div>
  )
}
