import { Combobox as Ark } from '@ark-ui/react/combobox'
import { Fragment, type ReactNode } from 'react'
import { KeyHint } from '#ui/key-hint.tsx'
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
  /** The versions that can be chosen together, if there are several. */
  readonly together?: readonly string[] | undefined
  /** Shown with the others of its group in one line, which stays in view. */
  readonly isShort?: boolean | undefined
}

interface RowActs {
  /** Moves a row to its next version. */
  onVersion: (row: ComboboxRow) => void
  /** Chooses all versions of a row. */
  onTogether?: ((row: ComboboxRow) => void) | undefined
}

/** The options of a combobox, under the headings of their groups. */
export function ComboboxRows({ rows, ...acts }: RowActs & { rows: readonly ComboboxRow[] }) {
  return groupsOf(rows).map(({ group, members }) =>
    group === undefined ? (
      members.map((row) => <Row key={row.value} row={row} {...acts} />)
    ) : (
      <Ark.ItemGroup key={group} id={group} className={styles['members']} data-short={members.every(isShort)}>
        <Ark.ItemGroupLabel className={styles['group']}>{group}</Ark.ItemGroupLabel>
        {members.map((row) => (
          <Row key={row.value} row={row} {...acts} />
        ))}
      </Ark.ItemGroup>
    ),
  )
}

function isShort(row: ComboboxRow): boolean {
  return row.isShort === true
}

function Row({ row, onVersion, onTogether }: RowActs & { row: ComboboxRow }) {
  const { versions, together } = row
  return (
    <Ark.Item
      item={row}
      className={styles['item']}
      onClickCapture={(event) => {
        const act = event.target instanceof Element && event.target.closest<HTMLElement>('[data-act]')
        if (!act) return
        // Not a choice of the row.
        event.stopPropagation()
        if (act.dataset['act'] === 'together') onTogether?.(row)
        else onVersion(row)
      }}
    >
      <Ark.ItemText className={styles['title']}>
        {row.wasChosen === true && <span aria-hidden="true">✓ </span>}
        {breakable(row.title)}
      </Ark.ItemText>
      {row.badge}
      {row.note !== undefined && <span className={styles['note']}>{row.note}</span>}
      {row.figure !== undefined && <span className={styles['figure']}>{row.figure}</span>}
      {versions && (
        <span className={styles['versions']}>
          <span data-act="version">
            {versions.findIndex(({ value }) => value === row.value) + 1} of {versions.length} versions →
          </span>
          {together && onTogether && (
            <span className={styles['together']} data-act="together">
              All {together.length} versions <KeyHint seq="Shift+Enter" />
            </span>
          )}
        </span>
      )}
      {(row.because ?? row.detail) !== undefined && (
        <span className={styles['detail']}>{row.because ?? row.detail}</span>
      )}
    </Ark.Item>
  )
}

/** A name may break after an underscore, not within a word. */
function breakable(title: string): ReactNode {
  return title.split('_').map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a name differ by their place alone
    <Fragment key={place}>
      {place > 0 && (
        <>
          _<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
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
