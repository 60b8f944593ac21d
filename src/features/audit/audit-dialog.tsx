import fullSize from '#ui/overlays/full-size-dialog.module.css'
import stack from '#ui/stack.module.css'
import styles from '#features/audit/audit.module.css'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { audit } from '#contract/audit.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { PAGE_SIZES, ANY_NAME_MAX } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { useCall } from '#entities/call-atoms.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { AuditTable } from '#features/audit/parts/audit-table.tsx'
import {
  ANY_ACTION,
  auditFilterAtom,
  auditOpenAtom,
  auditPlaceAtom,
  changeAuditFilterAtom,
  AUDIT_KEY,
  type AuditFilter,
  type AuditPlace,
} from '#features/audit/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Pagination } from '#ui/tables/pagination.tsx'
import { pageAnswered } from '#ui/tables/paging.ts'
import { useDebounced } from '#ui/forms/use-debounced.ts'
import { ACTION_KINDS } from '#features/audit/action-labels.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

/** Debounce time of the filter. */
const TYPING_MILLISECONDS = 200

/** The audit log, newest first. */
export function AuditDialog() {
  const setIsOpen = useSetAtom(auditOpenAtom)
  return (
    <Dialog isOpen onClose={() => setIsOpen(false)} title="Audit log" className={fullSize['dialog'] ?? ''}>
      <div className={fullSize['body']}>
        <AuditFilterForm />
        <AuditPages />
      </div>
    </Dialog>
  )
}

function AuditPages() {
  const filter = useDebounced(useAtomValue(auditFilterAtom), TYPING_MILLISECONDS)
  const [place, setPlace] = useAtom(auditPlaceAtom)
  const query = useCall({ endpoint: audit, key: AUDIT_KEY, request: auditRequest(filter, place), staleTime: 0 })
  return (
    <QueryResult query={query}>
      {({ data, total, next }) => (
        <div className={classNames(stack['section'], query.isPlaceholderData && stack['dimmed'])}>
          <p role="status" className={stack['muted']}>
            {total === 0 ? '' : `${countOf(total, 'entry', 'entries')}, newest first`}
          </p>
          {total === 0 ? <NothingDone isFiltered={filter !== ANY_ACTION} /> : <AuditTable entries={data} />}
          {total > 0 && (
            <Pagination
              page={pageAnswered(data, total, place.page, place.size)}
              size={place.size}
              sizes={PAGE_SIZES}
              onPage={(page) =>
                setPlace({ page, size: place.size, ...(page === place.page + 1 && next !== null && { after: next }) })
              }
              onSize={(size) => setPlace({ page: 1, size })}
              format={formatCount}
            />
          )}
        </div>
      )}
    </QueryResult>
  )
}

function NothingDone({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <Notice title="No entries yet." />
  return <Notice title="No entries match the filter." actions={<CommandButton id="audit.clear-filter" args={{}} />} />
}

/** Filters by user, action and days. */
function AuditFilterForm() {
  const { who, kind, from, to } = useAtomValue(auditFilterAtom)
  const change = useSetAtom(changeAuditFilterAtom)
  return (
    <div className={styles['filter']} role="search" aria-label="Filter the audit log">
      <TextField
        label="Who"
        type="search"
        value={who}
        onChange={(next) => change({ who: next })}
        maxLength={ANY_NAME_MAX}
        isOptional
      />
      <SelectField label="What" value={kind} options={ACTION_KINDS} onChange={(next) => change({ kind: next })} />
      <TextField label="From day" type="date" value={from} onChange={(next) => change({ from: next })} isOptional />
      <TextField
        label="To day"
        type="date"
        value={to}
        onChange={(next) => change({ to: next })}
        refusal={from !== '' && to !== '' && to < from ? 'This day is before the start day.' : null}
        isOptional
      />
      <span className={styles['buttons']}>
        <CommandButton id="audit.clear-filter" args={{}} variant="quiet">
          Clear
        </CommandButton>
        <CommandButton id="audit.refresh" args={{}}>
          Refresh
        </CommandButton>
      </span>
    </div>
  )
}

/** The request for a page of the log. A day is in the reader's time zone, from midnight to midnight. */
export function auditRequest(
  { who, kind, from, to }: AuditFilter,
  { page, size, after }: AuditPlace,
): RequestOf<typeof audit> {
  return {
    user: who.trim() === '' ? null : who.trim(),
    action: ACTION_KINDS.find(({ value }) => value === kind)?.part ?? null,
    since: midnight(from, 0),
    until: midnight(to, 1),
    ...(after === undefined ? { offset: (page - 1) * size } : { after }),
    limit: size,
  }
}

/** Null for an empty day or a year beyond four digits. */
function midnight(day: string, later: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!parts) return null
  const [year = 0, month = 1, date = 1] = parts.slice(1).map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
