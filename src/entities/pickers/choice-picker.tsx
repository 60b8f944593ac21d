import { useAtomValue, type Atom } from 'jotai'
import { useCallback } from 'react'
import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import type { ArgumentValue } from '#command-kit/declaration.ts'
import { rankRows, withMore } from '#command-kit/row-ranking.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import type { ComboboxRow } from '#ui/forms/combobox-rows.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'

/** Recent items fit in this number; the others are found by typing. */
export const ROWS_SHOWN = 50

export interface ChoiceGroup {
  readonly label: string
  readonly rows: readonly ChoiceRow[]
  /** Further rows from the server's search. */
  readonly beyond: readonly ChoiceRow[]
}

interface ChoicePickerProps {
  label: string
  rowsAtom: Atom<ChoiceState>
  chosen: ArgumentValue | null
  onChoose: (row: ChoiceRow) => void
  /** Why a row cannot be chosen here, or null. */
  refuse?: ((row: ChoiceRow) => string | null) | undefined
  placeholder?: string | undefined
  /** Badge and figure of a row, besides its label. */
  looksOf?: ((row: ChoiceRow) => Pick<ComboboxRow, 'badge' | 'figure' | 'wasChosen'>) | undefined
  /** The rows under headings, the largest group last. While one types, the group of the best match leads. */
  groups?: readonly ChoiceGroup[] | undefined
  /** Rows listed first while the field is empty. */
  first?: readonly ChoiceRow[] | undefined
  /** Further rows from the server's search, and whether that search is running. */
  beyond?: { readonly rows: readonly ChoiceRow[]; readonly isSearching: boolean } | undefined
  onType?: ((text: string) => void) | undefined
  problem?: string | null | undefined
  isRepeating?: boolean | undefined
}

/** Chooses one of the palette's rows by typing a part of it. */
export function ChoicePicker(props: ChoicePickerProps) {
  const { rowsAtom, chosen, onChoose, groups, refuse, looksOf, first = NONE, beyond = NOTHING_BEYOND } = props
  const state = useAtomValue(rowsAtom)
  const rows = state.status === 'ready' ? state.rows : NONE
  const rowsFor = useCallback(
    (text: string) =>
      (groups
        ? groupedRows(groups, rows, first, text)
        : withMore(rankRows(rows, text, ROWS_SHOWN), beyond.rows, ROWS_SHOWN).map((row) => ({ row, group: undefined }))
      ).map(({ row, group }) => {
        const because = row.because ?? refuse?.(row) ?? undefined
        return {
          value: String(row.value),
          title: row.title,
          group,
          ...(row.detail !== undefined && row.detail !== '' && { detail: row.detail }),
          ...(row.note !== undefined && { note: row.note }),
          ...(because !== undefined && { because }),
          ...looksOf?.(row),
        }
      }),
    [rows, groups, first, beyond.rows, refuse, looksOf],
  )
  return (
    <Combobox
      label={props.label}
      isChosen={chosen !== null}
      chosen={
        rows.find((row) => row.value === chosen)?.title ??
        (chosen === null || state.status === 'loading' ? '' : String(chosen))
      }
      rowsFor={rowsFor}
      onChoose={(value) => {
        const row = [...rows, ...beyond.rows].find((candidate) => String(candidate.value) === value)
        if (row) onChoose(row)
      }}
      emptyText={
        {
          loading: 'Loading…',
          error: state.status === 'error' ? state.message : '',
          ready: beyond.isSearching ? 'Searching…' : NO_RESULTS,
        }[state.status]
      }
      isLoading={state.status === 'loading' || beyond.isSearching}
      onType={props.onType}
      placeholder={props.placeholder}
      problem={props.problem}
      isRepeating={props.isRepeating}
    />
  )
}

const NONE: readonly ChoiceRow[] = []
const NOTHING_BEYOND = { rows: NONE, isSearching: false }

/** The rows of a group above or below the main one. */
const ROWS_OF_OTHER_GROUPS = 10

/** Recent rows while nothing is typed, then the matches by group, best first. */
function groupedRows(
  groups: readonly ChoiceGroup[],
  all: readonly ChoiceRow[],
  recent: readonly ChoiceRow[],
  text: string,
): readonly { row: ChoiceRow; group: string }[] {
  const isTyped = text.trim() !== ''
  const first = isTyped ? NONE : recent
  const [best] = rankRows(all, text, 1)
  const isMain = (group: ChoiceGroup) =>
    isTyped ? group.rows.some(({ value }) => value === best?.value) : group === groups.at(-1)
  const ordered = isTyped ? groups.toSorted((one, other) => Number(isMain(other)) - Number(isMain(one))) : groups
  return [
    ...first.map((row) => ({ row, group: 'Recent' })),
    ...ordered.flatMap((group) => {
      const { label, rows, beyond } = group
      const limit = isMain(group) ? ROWS_SHOWN - ROWS_OF_OTHER_GROUPS : ROWS_OF_OTHER_GROUPS
      const found = withMore(rankRows(rows, text, limit), beyond, limit)
      return found.filter((row) => !first.includes(row)).map((row) => ({ row, group: label }))
    }),
  ]
}
