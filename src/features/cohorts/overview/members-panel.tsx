import { formatCount, formatShare } from '#domain/numbers.ts'
import { Narrow, type Counted } from '#entities/counts/narrow.tsx'
import { Panel } from '#features/cohorts/overview/panel.tsx'
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
  readonly counted?: Counted & { readonly words: string }
}

interface MembersProps {
  title: string
  /** Of the list; by default the members by the title. */
  label?: string
  /** What the bars count. */
  counts?: string
  bars: readonly MemberBar[]
  whole: number
  hasHidden: boolean
}

/** A cohort's members by one dimension, the largest first; each bar leads to a cohort of its individuals. */
export function Members({ title, label, counts = 'Individuals', bars, whole, hasHidden }: MembersProps) {
  const notes = [
    bars.length > MOST_BARS ? `${formatCount(bars.length - MOST_BARS)} more in the table.` : '',
    hasHidden ? 'Hidden counts are not drawn.' : '',
  ].filter(Boolean)
  const shown = bars.toSorted((one, other) => other.count - one.count).slice(0, MOST_BARS)
  const { stop, ...roving } = useRoving(
    shown.flatMap(({ counted }, place) => (counted ? place : [])),
    1,
  )
  return (
    <Panel title={title} {...roving}>
      <BarPicture
        title={title}
        columns={[title, counts]}
        tableBars={bars}
        label={label ?? `Members by ${title}`}
        bars={shown.map(({ counted, ...bar }, place) => ({
          ...bar,
          link: counted && (
            <span data-stop={place}>
              <Narrow {...counted} isInGrid={place !== stop}>
                {bar.label}
              </Narrow>
            </span>
          ),
        }))}
        format={formatCount}
        share={(count) => formatShare(count, whole)}
        isCompact
      />
      {notes.length > 0 && <p className={stack['muted']}>{notes.join(' ')}</p>}
    </Panel>
  )
}
