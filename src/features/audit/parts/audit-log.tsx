import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { audit } from '#contract/audit.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { AUDIT_ROWS_AT_ONCE } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { ACTION_KINDS } from '#features/audit/action-labels.ts'
import { AuditTable } from '#features/audit/parts/audit-table.tsx'
import { ANY_ACTION, AUDIT_KEY, auditFilterAtom, type AuditFilter } from '#features/audit/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useDebounced } from '#ui/forms/use-debounced.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

/** Debounce time of the filter. */
const TYPING_MILLISECONDS = 200

function useAuditLog(filter: AuditFilter) {
  const { call, queryClient } = useServices()
  return useInfiniteQuery(
    {
      queryKey: [AUDIT_KEY, filter],
      queryFn: async ({ pageParam, signal }) =>
        valueOrThrow(await call(audit, auditRequest(filter, pageParam), { signal })),
      initialPageParam: FROM_THE_NEWEST,
      getNextPageParam: ({ total, next }, parts): AuditStart | null => {
        const loaded = countEntries(parts)
        return loaded < total ? (next ?? loaded) : null
      },
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
    queryClient,
  )
}

const FROM_THE_NEWEST: AuditStart = 0

function countEntries(parts: readonly { readonly data: readonly unknown[] }[]): number {
  return parts.reduce((sum, { data }) => sum + data.length, 0)
}

/** The entries that match the filter as one continuous list. */
export function AuditLog() {
  const filter = useDebounced(useAtomValue(auditFilterAtom), TYPING_MILLISECONDS)
  const query = useAuditLog(filter)
  const { isPlaceholderData, isFetchingNextPage, hasNextPage, fetchNextPage } = query
  return (
    <Loaded resource={query}>
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) => data)
        const total = pages.at(-1)?.total ?? 0
        return (
          <div className={classNames(stack['section'], isPlaceholderData && stack['dimmed'])}>
            <p role="status" className={stack['muted']}>
              {total === 0 ? '' : `${countOf(total, 'entry', 'entries')}, newest first`}
            </p>
            {total === 0 ? (
              <NothingDone isFiltered={filter !== ANY_ACTION} />
            ) : (
              <AuditTable entries={entries} total={total} />
            )}
            {hasNextPage && (
              <MoreEntries
                loaded={entries.length}
                total={total}
                isBusy={isFetchingNextPage}
                onMore={() => void fetchNextPage()}
              />
            )}
          </div>
        )
      }}
    </Loaded>
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

/** Where a part of the log begins: after the key of an entry, or at a number of entries. */
type AuditStart = string | number

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
