import { useAtomValue } from 'jotai'
import type { CountRow } from '#contract/shapes/entities.ts'
import { STRATUM_WORDS, type StratumField } from '#domain/cohorts/rules.ts'
import { isCategory } from '#domain/data-types.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'
import { DIAGNOSIS_SOURCE } from '#domain/terms.ts'
import { hiddenWords, pivotOf, type Dimension } from '#entities/cohorts/counts/count-pivot.ts'
import { Panel } from '#entities/cohorts/counts/panel.tsx'
import { commonOrder, usePanelsBeside } from '#entities/cohorts/counts/panels-beside.ts'
import { type NamedCounted, useLinkedBars } from '#entities/counts/linked-cursor.ts'
import { Narrow } from '#entities/counts/narrow.tsx'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { useRoving } from '#ui/use-roving.ts'
import { BarPicture } from '#workspace/pictures/bar-picture.tsx'
import stack from '#ui/stack.module.css'

/** More bars are in the table. */
const MOST_BARS = 8

interface MemberBar {
  readonly key: string
  readonly label: string
  readonly count: number
  readonly size?: string | undefined
  /** The rules of its individuals, and their words. */
  readonly counted?: NamedCounted
}

interface MembersProps {
  title: string
  /** The label of the list; by default the members by the title. */
  label?: string
  /** The noun that the bars count. */
  counts?: string
  /** What the values are, below the bars. */
  note?: string
  bars: readonly MemberBar[]
  whole: number
  hasHidden: boolean
}

/** A cohort's members by one dimension, the largest first, or as in the panes beside; each bar leads to a cohort of its individuals. */
export function Members({ title, label, counts = 'Individuals', note = '', bars, whole, hasHidden }: MembersProps) {
  const panel = { bars, whole }
  const beside = usePanelsBeside(title, panel)
  const isShared = beside.length > 0
  const { values, widest } = commonOrder([panel, ...beside])
  const inOrder = isShared
    ? values.map((value): MemberBar => bars.find(({ key }) => key === value.key) ?? { ...value, count: 0 })
    : bars.toSorted((one, other) => other.count - one.count)
  const notes = [
    note,
    isShared ? 'Length: percent, in the order and on the scale of the panes side by side.' : '',
    inOrder.length > MOST_BARS ? `${formatCount(inOrder.length - MOST_BARS)} more in the table.` : '',
    hasHidden ? 'Hidden counts are not drawn.' : '',
  ].filter(Boolean)
  const shown = inOrder.slice(0, MOST_BARS)
  const { stop, ...roving } = useRoving(
    shown.flatMap(({ counted }, place) => (counted ? place : [])),
    1,
  )
  const linked = useLinkedBars(
    shown.map((bar, place) => ({
      ...bar,
      link: bar.counted && (
        <span data-stop={place}>
          <Narrow {...bar.counted} isInGrid={place !== stop}>
            {bar.label}
          </Narrow>
        </span>
      ),
    })),
  )
  return (
    <Panel title={title} {...roving}>
      <BarPicture
        title={title}
        columns={[title, counts]}
        tableBars={bars}
        label={label ?? `Members by ${title}`}
        {...linked}
        format={formatCount}
        share={(count) => formatShare(count, whole)}
        {...(isShared && { longest: widest * whole })}
        isCompact
      />
      {notes.length > 0 && <p className={stack['muted']}>{notes.join(' ')}</p>}
    </Panel>
  )
}

interface MemberPanelsProps {
  /** Null for a cohort that is not saved. */
  cohortId: number | null
  /** The variable of a subset. */
  variableName: string | null
  rows: readonly CountRow[]
  /** Whether the collections that the user may not read have one row each. */
  isSuppressed: boolean
  /** The data type of the variable; empty without one. */
  dataType: string
  /** A code with its meaning. */
  valueWords: (value: string) => string
}

/** The members by value, diagnosis, collection, study and consent, a picture each. */
export function MemberPanels({ isSuppressed, ...panels }: MemberPanelsProps) {
  const { cohortId, rows } = panels
  return (
    <>
      <ValuePanel {...panels} />
      {STRATA.map(([by, field]) => (
        <StratumPanel key={by} {...{ cohortId, rows, by, field, isSuppressed }} />
      ))}
    </>
  )
}

const STRATA: readonly (readonly [by: Dimension, field: StratumField])[] = [
  ['dxNimh', 'dx_nimh'],
  ['collection', 'collection'],
  ['studyId', 'study_id'],
  ['consent', 'consent'],
]

interface StratumPanelProps {
  /** Null for a cohort that is not saved: no cohort is built on it. */
  cohortId: number | null
  rows: readonly CountRow[]
  isSuppressed: boolean
  by: Dimension
  field: StratumField
}

/** Members by collection, study, consent or diagnosis. These belong to individuals: a bar leads to a rule on a stratum. */
function StratumPanel({ cohortId, rows, isSuppressed, by, field }: StratumPanelProps) {
  const { rows: sums, total } = pivotOf(rows, by, null)
  const hasStrata = useAtomValue(capabilitiesAtom).includes('rule-strata')
  const title = STRATUM_WORDS[field]
  if (!sums.some(({ key, total: { count } }) => key !== '' && count > 0)) return null
  const none = isSuppressed ? 'not shown or not recorded' : 'not recorded'
  return (
    <Members
      title={title}
      note={field === 'dx_nimh' ? DIAGNOSIS_SOURCE : ''}
      bars={sums.map(({ key, total: cell, total: { count } }) => ({
        key,
        label: key === '' ? none : key,
        count,
        size: hiddenWords(cell),
        ...(hasStrata &&
          cohortId !== null &&
          !isSuppressed &&
          key !== '' &&
          count > 0 && {
            counted: { words: `${title} ${key}`, parentId: cohortId, stratum: { field, values: [key] } },
          }),
      }))}
      whole={total.count}
      hasHidden={total.hidden > 0}
    />
  )
}

type ValuePanelProps = Omit<MemberPanelsProps, 'isSuppressed'>

/** Members by the answer to the variable of a subset; each bar of a category leads to the subset with its answer. */
function ValuePanel({ cohortId, variableName, rows, dataType, valueWords }: ValuePanelProps) {
  const { rows: sums, total } = pivotOf(rows, 'value', null)
  if (variableName === null || sums.length < 2) return null
  // Where a value is not shown, a subset would have more members than the bar.
  const isExact = isCategory(dataType) && rows.every(({ value, count }) => value !== null && count !== null)
  return (
    <Members
      title={variableName}
      bars={sums.map(({ key, total: cell, total: { count } }) => {
        const label = key === '' ? '–' : valueWords(key)
        const where = [{ variableName, operator: 'EQ', values: [key] } as const]
        const words = `${variableName} ${label}`
        const counted = isExact && count > 0 && cohortId !== null && { words, parentId: cohortId, where }
        return { key, label, count, size: hiddenWords(cell), ...(counted && { counted }) }
      })}
      whole={total.count}
      hasHidden={total.hidden > 0}
    />
  )
}
