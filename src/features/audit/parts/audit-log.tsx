import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError } from '#api/result.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { audit } from '#contract/audit.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { useServices } from '#entities/services.ts'
import { auditRequest, type AuditStart } from '#features/audit/audit-request.ts'
import { AuditTable } from '#features/audit/parts/audit-table.tsx'
import { ANY_ACTION, auditFilterAtom, type AuditFilter } from '#features/audit/state.ts'
import { AUDIT_KEY } from '#features/audit/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useDebounced } from '#ui/forms/use-debounced.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

/** Debounce time of the filter. */
const TYPING_MILLISECONDS = 200

/** The error stands in the dialog: no toast. */
const UNPROCESSABLE = 422

const FROM_THE_NEWEST: AuditStart = 0

/** The parts of the log that match a filter, newest first; later parts load on request. */
function useAuditLog(filter: AuditFilter) {
  const { call, queryClient } = useServices()
  return useInfiniteQuery(
    {
      queryKey: [AUDIT_KEY, filter],
      queryFn: async ({ pageParam, signal }) => {
        const answer = await call(audit, auditRequest(filter, pageParam), { signal, silent: [UNPROCESSABLE] })
        if (!answer.ok) throw new ApiError(answer)
        return answer.value
      },
      initialPageParam: FROM_THE_NEWEST,
      getNextPageParam: ({ next, total }, parts) => {
        const loaded = parts.reduce((sum, { data }) => sum + data.length, 0)
        return loaded < total ? (next ?? loaded) : null
      },
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
    queryClient,
  )
}

/** The entries that match the filter as one continuous list. */
export function AuditLog() {
  const filter = useDebounced(useAtomValue(auditFilterAtom), TYPING_MILLISECONDS)
  const { data, ...query } = useAuditLog(filter)
  const { isFetchNextPageError, hasNextPage, fetchNextPage, isPlaceholderData } = query
  const entries = useMemo(() => data?.pages.flatMap((part) => part.data) ?? [], [data])
  const total = data?.pages[0]?.total
  const isLost = query.isError && !isFetchNextPageError
  return (
    <QueryResult query={{ ...query, isError: isLost, data: total }}>
      {(count) => (
        <div className={classNames(stack['section'], isPlaceholderData && stack['dimmed'])}>
          <p role="status" className={stack['muted']}>
            {count === 0 ? '' : `${countOf(count, 'entry', 'entries')}, newest first`}
          </p>
          {count === 0 ? (
            <NothingDone isFiltered={filter !== ANY_ACTION} />
          ) : (
            <AuditTable entries={entries} total={count} />
          )}
          {isFetchNextPageError && <Notice tone="error" title={query.error?.message ?? ''} />}
          {hasNextPage && (
            <MoreEntries
              loaded={entries.length}
              text={isFetchNextPageError ? 'Try again' : `Show more of ${formatCount(count)}`}
              isBusy={query.isFetchingNextPage}
              isAutomatic={!isFetchNextPageError && !isPlaceholderData}
              onMore={() => void fetchNextPage()}
            />
          )}
        </div>
      )}
    </QueryResult>
  )
}

interface MoreEntriesProps {
  /** The number of loaded entries. */
  loaded: number
  text: string
  isBusy: boolean
  isAutomatic: boolean
  onMore: () => void
}

/** Loads the next part when it comes near the visible part of the list, or when it is pressed. */
function MoreEntries({ loaded, text, isBusy, isAutomatic, onMore }: MoreEntriesProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (!place.current || !isAutomatic) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) latest.current()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
    // A new observer for each part: the place may still be visible.
  }, [isAutomatic, loaded])
  return (
    <div ref={place}>
      <Button isBusy={isBusy} onClick={onMore}>
        {text}
      </Button>
    </div>
  )
}

function NothingDone({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <Notice title="No entries yet." />
  return <Notice title="No entries match the filter." actions={<CommandButton id="audit.clear-filter" args={{}} />} />
}
