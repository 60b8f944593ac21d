import { Combobox as Ark } from '@ark-ui/react/combobox'
import type { ReactNode } from 'react'
import styles from '#ui/forms/combobox.module.css'

export interface ComboboxRow {
  readonly value: string
  readonly title: string
  /** The heading above its group; rows of a group are consecutive. */
  readonly group?: string | undefined
  readonly detail?: string | undefined
  /** Shown at the right: a size, a count. */
  readonly note?: string | undefined
  /** The reason why it is disabled. */
  readonly because?: string | undefined
  /** Marks a row that was chosen before. */
  readonly wasChosen?: boolean | undefined
  /** Before the note: a badge; after it: a figure. */
  readonly badge?: ReactNode
  readonly figure?: ReactNode
  /** The same thing in several versions, itself included: the row stands for one of them. */
  readonly versions?: readonly ComboboxRow[] | undefined
}

/** Moves a row to its next version. */
type NextVersion = (row: ComboboxRow) => void

/** The options of a combobox, under the headings of their groups. */
export function ComboboxRows({ rows, onVersion }: { rows: readonly ComboboxRow[]; onVersion: NextVersion }) {
  return groupsOf(rows).map(({ group, members }) =>
    group === undefined ? (
      members.map((row) => <Row key={row.value} row={row} onVersion={onVersion} />)
    ) : (
      <Ark.ItemGroup key={group} id={group}>
        <Ark.ItemGroupLabel className={styles['group']}>{group}</Ark.ItemGroupLabel>
        {members.map((row) => (
          <Row key={row.value} row={row} onVersion={onVersion} />
        ))}
      </Ark.ItemGroup>
    ),
  )
}

function Row({ row, onVersion }: { row: ComboboxRow; onVersion: NextVersion }) {
  return (
    <Ark.Item
      item={row}
      className={styles['item']}
      onClickCapture={(event) => {
        if (!(event.target instanceof Element) || event.target.closest('[data-versions]') === null) return
        // Not a choice of the row.
        event.stopPropagation()
        onVersion(row)
      }}
    >
      <Ark.ItemText className={styles['title']}>
        {row.wasChosen === true && <span aria-hidden="true">✓ </span>}
        {row.title}
      </Ark.ItemText>
      {row.versions && (
        <span className={styles['versions']} data-versions>
          {row.versions.findIndex(({ value }) => value === row.value) + 1} of {row.versions.length} versions →
        </span>
      )}
      {row.badge}
      {row.note !== undefined && <span className={styles['note']}>{row.note}</span>}
      {row.figure !== undefined && <span className={styles['figure']}>{row.figure}</span>}
      {(row.because ?? row.detail) !== undefined && (
        <span className={styles['detail']}>{row.because ?? row.detail}</span>
      )}
    </Ark.Item>
  )
}

/** Consecutive rows with the same heading. */
function groupsOf(rows: readonly ComboboxRow[]): { group: string | undefined; members: ComboboxRow[] }[] {
  const groups: { group: string | undefined; members: ComboboxRow[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last && last.group === row.group) last.members.push(row)
    else groups.push({ group: row.group, members: [row] })
  }
  return groups
}
