import { useAtomValue, type Atom } from 'jotai'
import { useCallback } from 'react'
import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import type { ArgumentValue } from '#command-kit/declaration.ts'
import { rankRows } from '#command-kit/row-ranking.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import type { ComboboxRow } from '#ui/forms/combobox-rows.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'

/** Recent items fit in this number; the others are found by typing. */
export const ROWS_SHOWN = 50

export interface ChoiceGroup {
  readonly label: string
  readonly rows: readonly ChoiceRow[]
}

/** The rows of a search for the typed text, which replace the rows at hand. */
export interface ChoiceAnswer {
  /** Best first; each with its versions. Null until the response: until then local matches are shown. */
  readonly rows: readonly (ChoiceRow & { readonly versions: readonly ChoiceRow[] })[] | null
  /** How the text was read. */
  readonly reading: string
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
  /** The answer of the server's search; null while nothing is searched. */
  answer?: ChoiceAnswer | null | undefined
  /** Chooses all versions of a row at once. */
  onTogether?: ((rows: readonly ChoiceRow[]) => void) | undefined
  /** Rows for other things, found by the beginnings of words; they lead then. */
  others?: ChoiceGroup | undefined
  /** Rows for other objects whose name matches the typed text, after the first rows. */
  besides?: ChoiceGroup | undefined
  onType?: ((text: string) => void) | undefined
  problem?: string | null | undefined
  isRepeating?: boolean | undefined
}

/** Chooses one of the palette's rows by typing a part of it. */
export function ChoicePicker(props: ChoicePickerProps) {
  const {
    rowsAtom,
    chosen,
    onChoose,
    onTogether,
    groups,
    refuse,
    looksOf,
    first = NONE,
    others,
    besides,
    answer = null,
  } = props
  const state = useAtomValue(rowsAtom)
  const rows = state.status === 'ready' ? state.rows : NONE
  const rowsFor = useCallback(
    (text: string) => {
      const optionOf = (row: ChoiceRow, group?: string): ComboboxRow => {
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
      }
      const isTyped = text.trim() !== ''
      const ofChoice = () => {
        if (answer?.rows && isTyped) {
          return answer.rows
            .slice(0, ROWS_SHOWN)
            .flatMap(({ versions }) => rowOfVersions(versions.map((row) => optionOf(row))))
        }
        if (!groups) return rankRows(rows, text, ROWS_SHOWN).map((row) => optionOf(row))
        return groupedRows(groups, rows, first, text).map(({ row, group }) => optionOf(row, group))
      }
      const otherRows = others === undefined ? NONE : isTyped ? namedRows(others.rows, text) : others.rows
      const shownOthers = otherRows.map((row) => {
        const option = optionOf(row, others?.label)
        return isTyped ? option : { ...option, detail: undefined, isShort: true }
      })
      if (!isTyped) return [...ofChoice(), ...shownOthers]
      const found = besides === undefined ? NONE : namedRows(besides.rows, text).slice(0, BESIDES_SHOWN)
      const shownBesides = found.map((row) => optionOf(row, besides?.label))
      return [...shownOthers, ...withRowsBesides(ofChoice(), shownBesides)]
    },
    [rows, groups, first, others, besides, answer, refuse, looksOf],
  )
  const isPending = answer !== null && answer.rows === null
  const all = [
    ...rows,
    ...(answer?.rows?.flatMap(({ versions }) => versions) ?? []),
    ...(others?.rows ?? NONE),
    ...(besides?.rows ?? NONE),
  ]
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
        const row = all.find((candidate) => String(candidate.value) === value)
        if (row) onChoose(row)
      }}
      onTogether={
        onTogether &&
        ((values) => onTogether(values.flatMap((value) => all.find((row) => String(row.value) === value) ?? [])))
      }
      emptyText={
        {
          loading: 'Loading…',
          error: state.status === 'error' ? state.message : '',
          ready: isPending ? 'Searching…' : NO_RESULTS,
        }[state.status]
      }
      isLoading={(state.status === 'loading' && !answer?.rows) || isPending}
      isStale={isPending}
      reading={answer?.reading}
      onType={props.onType}
      placeholder={props.placeholder}
      problem={props.problem}
      isRepeating={props.isRepeating}
    />
  )
}

const NONE: readonly ChoiceRow[] = []

/** A row for a question that moves through its versions; one version is a plain row. */
function rowOfVersions(rows: readonly ComboboxRow[]): readonly ComboboxRow[] {
  if (rows.length < 2) return rows
  const versions: ComboboxRow[] = []
  const usable = rows.filter(({ because }) => because === undefined).map(({ value }) => value)
  const together = usable.length > 1 ? usable : undefined
  for (const row of rows) versions.push({ ...row, versions, together })
  // A version that can be chosen stands for the question.
  const free = versions.find(({ because }) => because === undefined)
  return (free ? [free] : versions).slice(0, 1)
}

/** Fewer letters begin too many words. */
const NAMED_FROM = 3

/** The rows that match the text, best first. */
function namedRows(rows: readonly ChoiceRow[], text: string): readonly ChoiceRow[] {
  return text.trim().length < NAMED_FROM ? NONE : rankRows(rows, text)
}

const BESIDES_SHOWN = 3
const LEADING_ROWS = 4

/** The best rows lead; rows of other things stay in view below them. */
function withRowsBesides(rows: readonly ComboboxRow[], besides: readonly ComboboxRow[]): readonly ComboboxRow[] {
  if (besides.length === 0) return rows
  const rest = rows.slice(LEADING_ROWS).map((row) => ({ ...row, group: 'More' }))
  return [...rows.slice(0, LEADING_ROWS), ...besides, ...rest]
}

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
      const { label, rows } = group
      const limit = isMain(group) ? ROWS_SHOWN - ROWS_OF_OTHER_GROUPS : ROWS_OF_OTHER_GROUPS
      const found = rankRows(rows, text, limit)
      return found.filter((row) => !first.includes(row)).map((row) => ({ row, group: label }))
    }),
  ]
}
