import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { audit } from '#contract/audit.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { PAGE_SIZES } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { ACTION_KINDS } from '#features/audit/action-labels.ts'
import { AuditTable } from '#features/audit/audit-table.tsx'
import { ANY_ACTION, AUDIT_KEY, auditFilterAtom, type AuditFilter } from '#features/audit/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import { useDebounced } from '#ui/forms/use-debounced.ts'
import { Notice } from '#ui/notice.tsx'
import { pageAnswered } from '#ui/tables/paging.ts'
import { useLocalPages } from '#workspace/lists/list-view.ts'
import { ListPages } from '#workspace/lists/paged-table.tsx'
import stack from '#ui/stack.module.css'

/** Debounce time of the filter. */
const TYPING_MILLISECONDS = 200

/** The entries that match the filter, by page. */
export function AuditLog() {
  const filter = useDebounced(useAtomValue(auditFilterAtom), TYPING_MILLISECONDS)
  // Another filter begins at its first page.
  return <FilteredLog key={JSON.stringify(filter)} filter={filter} />
}

function FilteredLog({ filter }: { filter: AuditFilter }) {
  const { page, size, pager } = useLocalPages(PAGE_SIZES)
  const log = useCall({
    endpoint: audit,
    request: auditRequest(filter, { offset: (page - 1) * size, limit: size }),
    key: AUDIT_KEY,
    staleTime: 0,
  })
  return (
    <QueryResult query={log}>
      {({ data, total }) =>
        total === 0 ? (
          <NothingDone isFiltered={filter !== ANY_ACTION} />
        ) : (
          <div
            className={classNames(stack['section'], log.isPlaceholderData && stack['dimmed'])}
            aria-busy={log.isPlaceholderData}
          >
            <p role="status" className={stack['muted']}>
              {countOf(total, 'entry', 'entries')}, newest first
            </p>
            <AuditTable entries={data} />
            <ListPages page={pageAnswered(data, total, page, size)} size={size} {...pager} />
          </div>
        )
      }
    </QueryResult>
  )
}

function NothingDone({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <Notice title="No entries yet." />
  return <Notice title="No entries match the filter." actions={<CommandButton id="audit.clear-filter" args={{}} />} />
}

/** The request for a page of the log. A day is in the reader's time zone, from midnight to midnight. */
export function auditRequest(
  { who, kind, from, to }: AuditFilter,
  place: { readonly offset: number; readonly limit: number },
): RequestOf<typeof audit> {
  return {
    user: who.trim() === '' ? null : who.trim(),
    action: ACTION_KINDS.find(({ value }) => value === kind)?.part ?? null,
    since: midnight(from, 0),
    until: midnight(to, 1),
    ...place,
  }
}

/** Null for an empty day or a year beyond four digits. */
function midnight(day: string, later: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!parts) return null
  const [year = 0, month = 1, date = 1] = parts.slice(1).map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
