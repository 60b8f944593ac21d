import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { audit } from '#contract/audit.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { useCall } from '#entities/call-atoms.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { useServices } from '#entities/services.ts'
import { AuditTable } from '#features/audit/parts/audit-table.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useDebounced } from '#ui/forms/use-debounced.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { ACTION_KINDS } from '#features/audit/action-labels.ts'
import { AUDIT_ROWS_AT_ONCE } from '#domain/limits.ts'
import {
  ANY_ACTION,
  AUDIT_KEY,
  auditFilterAtom,
  auditPartsAtom,
  type AuditFilter,
  type AuditStart,
} from '#features/audit/use-cases.ts'

/** Debounce time of the filter. */
const TYPING_MILLISECONDS = 200

const FROM_THE_NEWEST: readonly AuditStart[] = [0]

/** The entries of all parts that were asked for. The last part has a request; the others are in the cache. */
function useAuditLog() {
  const filter = useDebounced(useAtomValue(auditFilterAtom), TYPING_MILLISECONDS)
  const [asked, setAsked] = useAtom(auditPartsAtom)
  const { queryClient } = useServices()
  const starts = asked?.filter === filter ? asked.starts : FROM_THE_NEWEST
  const request = auditRequest(filter, starts.at(-1) ?? 0)
  const query = useCall({ endpoint: audit, key: AUDIT_KEY, request, staleTime: 0 })
  const { data, isPlaceholderData } = query
  const isNextLoading = isPlaceholderData && starts.length > 1
  const entries = useMemo(() => {
    const cached = starts.slice(0, -1).flatMap((start) => {
      const part = queryClient.getQueryData<typeof data>([AUDIT_KEY, auditRequest(filter, start)])
      return part?.data ?? []
    })
    // While it loads, the data are those of the part before.
    return isNextLoading ? cached : [...cached, ...(data?.data ?? [])]
  }, [starts, filter, queryClient, data, isNextLoading])
  const hasMore = data !== undefined && entries.length < data.total
  return {
    query,
    entries,
    filter,
    isNextLoading,
    loadNext: hasMore
      ? () => {
          if (!isPlaceholderData) setAsked({ filter, starts: [...starts, data.next ?? entries.length] })
        }
      : null,
  }
}

/** The entries that match the filter as one continuous list. */
export function AuditLog() {
  const { query, entries, filter, isNextLoading, loadNext } = useAuditLog()
  return (
    <QueryResult query={query}>
      {({ total }) => (
        <div className={classNames(stack['section'], query.isPlaceholderData && !isNextLoading && stack['dimmed'])}>
          <p role="status" className={stack['muted']}>
            {total === 0 ? '' : `${countOf(total, 'entry', 'entries')}, newest first`}
          </p>
          {total === 0 ? (
            <NothingDone isFiltered={filter !== ANY_ACTION} />
          ) : (
            <AuditTable entries={entries} total={total} />
          )}
          {loadNext && <MoreEntries loaded={entries.length} total={total} isBusy={isNextLoading} onMore={loadNext} />}
        </div>
      )}
    </QueryResult>
  )
}

interface MoreEntriesProps {
  loaded: number
  total: number
  isBusy: boolean
  onMore: () => void
}

/** Loads the next part when it is visible below the list, or when it is pressed. */
function MoreEntries({ loaded, total, isBusy, onMore }: MoreEntriesProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (!place.current) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) latest.current()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps -- a new observer for each part: the place may still be visible
  }, [loaded])
  return (
    <div ref={place}>
      <Button isBusy={isBusy} onClick={onMore}>
        {`Show more of ${formatCount(total)}`}
      </Button>
    </div>
  )
}

function NothingDone({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <Notice title="No entries yet." />
  return <Notice title="No entries match the filter." actions={<CommandButton id="audit.clear-filter" args={{}} />} />
}

/** The request for a part of the log. A day is in the reader's time zone, from midnight to midnight. */
export function auditRequest({ who, kind, from, to }: AuditFilter, start: AuditStart): RequestOf<typeof audit> {
  return {
    user: who.trim() === '' ? null : who.trim(),
    action: ACTION_KINDS.find(({ value }) => value === kind)?.part ?? null,
    since: midnight(from, 0),
    until: midnight(to, 1),
    ...(typeof start === 'number' ? { offset: start } : { after: start }),
    limit: AUDIT_ROWS_AT_ONCE,
  }
}

/** Null for an empty day or a year beyond four digits. */
function midnight(day: string, later: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!parts) return null
  const [year = 0, month = 1, date = 1] = parts.slice(1).map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
