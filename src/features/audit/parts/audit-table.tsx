import { Fragment } from 'react'
import { momentInWords } from '#domain/moments.ts'
import { auditLabel } from '#features/audit/action-labels.ts'
import { outcomeOf, subjectInWords, type AuditEntry } from '#features/audit/entry-words.ts'
import styles from '#features/audit/audit.module.css'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { Tag } from '#ui/tag.tsx'

const OUTCOMES = {
  done: { label: 'done', letter: '✓', hue: 155 },
  refused: { label: 'refused', letter: '!', hue: 55 },
  failed: { label: 'failed', letter: '×', hue: 25 },
} as const

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When',
    cell: ({ at }) => (
      <time className={styles['moment']} dateTime={at}>
        {momentInWords(at)
          .split(' ')
          .map((part) => (
            <Fragment key={part}>
              <span>{part}</span>{' '}
            </Fragment>
          ))}
      </time>
    ),
  },
  {
    key: 'who',
    header: 'Who',
    cell: ({ username }) => username ?? <span className={styles['anonymous']}>anonymous</span>,
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
  { key: 'outcome', header: 'Outcome', cell: ({ status }) => <Outcome status={status} /> },
  { key: 'address', header: 'Address', isMinor: true, cell: ({ address }) => address },
]

function Outcome({ status }: { status: number }) {
  const outcome = outcomeOf(status)
  const { label, letter, hue } = OUTCOMES[outcome]
  return <Tag label={outcome === 'done' ? label : `${label} · ${status}`} letter={letter} hue={hue} />
}

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const numbered = entries.map((entry, place) => ({ ...entry, place }))
  return (
    <DataTable
      label="Audit log"
      columns={COLUMNS}
      rows={numbered}
      rowKey={({ place }: AuditEntry & { place?: number }) => String(place)}
    />
  )
}
