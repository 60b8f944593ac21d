import { Fragment, useMemo } from 'react'
import type { audit } from '#contract/audit.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { momentInWords } from '#domain/moments.ts'
import { formatCount } from '#domain/numbers.ts'
import { textAt } from '#domain/text/text.ts'
import { auditLabel } from '#features/audit/action-labels.ts'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from '#features/audit/audit.module.css'

const OUTCOMES = {
  done: { label: 'done', letter: '✓', hue: 155 },
  refused: { label: 'refused', letter: '!', hue: 55 },
  failed: { label: 'failed', letter: '×', hue: 25 },
} as const

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When',
    width: 'clamp(96px, 16cqi, 160px)',
    cell: ({ at, username }) => (
      <>
        <time className={styles['moment']} dateTime={at}>
          {momentInWords(at)
            .split(' ')
            .map((part) => (
              <Fragment key={part}>
                <span>{part}</span>{' '}
              </Fragment>
            ))}
        </time>
        <span className={styles['who']}>
          <Who username={username} />
        </span>
      </>
    ),
  },
  {
    key: 'who',
    header: 'Who',
    width: 'clamp(80px, 14cqi, 160px)',
    isMinor: true,
    cell: ({ username }) => <Who username={username} />,
  },
  {
    key: 'what',
    header: 'What',
    cell: ({ action, subject, names }) => (
      <>
        {auditLabel(action)}
        <span className={styles['subject']}>{subjectInWords(subject, names)}</span>
      </>
    ),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    width: 'clamp(70px, 12cqi, 124px)',
    cell: ({ status }) => <Outcome status={status} />,
  },
  { key: 'address', header: 'Address', width: '17ch', isMinor: true, cell: ({ address }) => address },
]

function Who({ username }: { username: string | null }) {
  return username ?? <span className={styles['anonymous']}>anonymous</span>
}

function Outcome({ status }: { status: number }) {
  const outcome = outcomeOf(status)
  const { label, letter, hue } = OUTCOMES[outcome]
  return (
    <span className={styles['outcome']}>
      <Tag label={label} letter={letter} hue={hue} />
      {outcome !== 'done' && <span className={styles['status']}>{status}</span>}
    </span>
  )
}

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const numbered = useMemo(() => entries.map((entry, place) => ({ ...entry, place })), [entries])
  return (
    <DataTable
      label="Audit log"
      columns={COLUMNS}
      rows={numbered}
      rowHeight="measured"
      rowKey={({ place }: AuditEntry & { place?: number }) => String(place)}
    />
  )
}

type AuditEntry = ResponseOf<typeof audit>['data'][number]

/** Labels of the log's subject fields; other fields keep their own name. */
const SUBJECTS = {
  cohortid: 'cohort',
  parent_id: 'in cohort',
  secondparent_id: 'and cohort',
  varsetid: 'variable set',
  constructid: 'custom variable',
  projectid: 'project',
  id: 'project',
  variable_name: 'variable',
  edit_id: 'edit',
  made: 'new',
  rows: 'rows',
  families: 'families',
  individuals: 'individuals',
  collections: 'collections',
  username: 'account',
  admin: 'admin',
  folder: 'folder',
  second_factor: 'second factor',
  ended: 'sessions ended',
  refusals: 'further refusals in that minute',
  deleted: 'entries deleted',
  days: 'days kept',
}

/** Tokens without meaning for a reader, and a deleted item's name, which is shown beside its id. */
const UNSHOWN = new Set(['downloadid', 'report_id', 'name'])
const COUNTED = new Set(['rows', 'families', 'individuals', 'refusals', 'deleted'])

/** "cohort Smokers (12) · variable set Background (7) · rows 2,129 · collections bp, sz" */
export function subjectInWords(subject: AuditEntry['subject'], names: AuditEntry['names'] = {}): string {
  return Object.entries(subject ?? {})
    .filter(([name]) => !UNSHOWN.has(name))
    .map(([name, value]) => {
      const known = textAt(names ?? {}, name)
      const words = valueInWords(name, value)
      return `${textAt(SUBJECTS, name) || name} ${known === '' ? words : `${known} (${words})`}`
    })
    .join(' · ')
}

function valueInWords(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' && COUNTED.has(name) ? formatCount(value) : String(value)
}

/** The outcome, by HTTP status. */
export function outcomeOf(status: number): 'done' | 'refused' | 'failed' {
  if (status < 400) return 'done'
  return status < 500 ? 'refused' : 'failed'
}
