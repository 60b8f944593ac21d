import { useState } from 'react'
import type { Overlap } from '#contract/shapes/entities.ts'
import { countOf, formatCount, formatShare, formatSize } from '#domain/numbers.ts'
import { FONT_SIZE, type Area, type Drawing, type Mark } from '#domain/pictures/marks.ts'
import { SetDiagram, twoCircles } from '#entities/cohorts/pictures/set-diagram.tsx'
import { sizesOfOverlap, type SetSizes } from '#entities/cohorts/pictures/set-sizes.ts'
import type { Counted } from '#entities/counts/linked-cursor.ts'
import { Narrow } from '#entities/counts/narrow.tsx'
import type { Picture } from '#ui/charts/picture-files.ts'
import { ReadableDrawingView } from '#ui/charts/readable-drawing.tsx'
import { drawUpset, type Intersection } from '#ui/charts/upset-drawing.ts'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import stack from '#ui/stack.module.css'

interface OverlapPictureProps {
  cohortIds: readonly number[]
  names: readonly string[]
  overlaps: readonly Overlap[]
  /** The rules of a combination with their words; null if no cohort can be built. */
  countedOf: ((overlap: Overlap) => Counted & { readonly words: string }) | null
}

/** Two cohorts as circles, three or four as an UpSet plot. */
export function OverlapPicture(props: OverlapPictureProps) {
  const [first, second, ...others] = props.cohortIds
  if (first === undefined || second === undefined) return null
  return others.length === 0 ? <TwoCohorts {...props} ids={[first, second]} /> : <Upset {...props} />
}

function TwoCohorts({ names, overlaps, ids }: OverlapPictureProps & { ids: readonly [number, number] }) {
  const [first = '', second = ''] = names
  const sizes = sizesOfOverlap(overlaps, ...ids)
  const rows = regionsOf(sizes, first, second)
  const whole = rows.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const diagram = <SetDiagram sizes={sizes} first={first} second={second} ids={ids} operation={null} />
  if (rows.some(({ count }) => count === null)) return diagram
  const picture: Picture = {
    title: `${first} and ${second}`,
    draw: () => drawCircles(sizes, rows),
    table: [
      ['Individuals', 'Count', '% of union'],
      ...rows.map(({ label, count }) => [label, formatSize(count), formatShare(count ?? 0, whole)]),
    ],
  }
  return <PictureFrame picture={picture}>{diagram}</PictureFrame>
}

interface Region {
  readonly label: string
  readonly count: number | null
}

function regionsOf({ onlyFirst, both, onlySecond }: SetSizes, first: string, second: string): readonly Region[] {
  return [
    { label: `Only in ${first}`, count: onlyFirst },
    { label: 'In both', count: both },
    { label: `Only in ${second}`, count: onlySecond },
  ]
}

const LINE_HEIGHT = 18
const FILE_WIDTH = 420

/** For files: the circles with their counts below. */
export function drawCircles({ onlyFirst, both, onlySecond }: SetSizes, regions: readonly Region[]): Drawing {
  const shared = both ?? 0
  const { first, second, width, height } = twoCircles((onlyFirst ?? 0) + shared, (onlySecond ?? 0) + shared, shared)
  const rings = [first, second].filter(({ radius }) => radius > 0)
  return {
    width: Math.max(width, FILE_WIDTH),
    height: height + regions.length * LINE_HEIGHT,
    marks: [
      ...rings.map(({ x, y, radius }): Mark => ({ shape: 'dot', x, y, radius, paint: 'bar', strength: 0.35 })),
      ...rings.map(({ x, y, radius }): Mark => ({ shape: 'ring', x, y, radius, paint: 'line' })),
      ...regions.map(({ label, count }, place): Mark => ({
        shape: 'text',
        x: 0,
        y: height + place * LINE_HEIGHT + FONT_SIZE,
        anchor: 'start',
        text: `${label}: ${formatSize(count)}`,
        paint: 'text',
      })),
    ],
  }
}

export type UpsetOrder = 'size' | 'degree'

const ORDERS: readonly { value: UpsetOrder; label: string }[] = [
  { value: 'size', label: 'Size' },
  { value: 'degree', label: 'Number of cohorts' },
]

/** The intersections to draw: neither empty nor suppressed, largest first, or by the number of their cohorts. */
export function shownOverlaps(
  overlaps: readonly Overlap[],
  order: UpsetOrder,
): readonly (Overlap & { readonly count: number })[] {
  return overlaps
    .flatMap(({ count, ...others }) => (count ? { ...others, count } : []))
    .toSorted(
      (one, other) => (order === 'degree' ? one.members.length - other.members.length : 0) || other.count - one.count,
    )
}

/** Members of a cohort by the overlaps that contain it; null if one of them is suppressed. */
export function sizeByOverlap(overlaps: readonly Overlap[], cohortId: number): number | null {
  return overlaps
    .filter(({ members }) => members.includes(cohortId))
    .reduce<number | null>((sum, { count }) => (sum === null || count === null ? null : sum + count), 0)
}

const UPSET_WIDTH = 640

function Upset({ cohortIds, names, overlaps, countedOf }: OverlapPictureProps) {
  const [order, setOrder] = useState<UpsetOrder>('size')
  const shown = shownOverlaps(overlaps, order)
  const hidden = overlaps.filter(({ count }) => count === null).length
  if (shown.length === 0) return null
  const nameOf = (id: number) => names[cohortIds.indexOf(id)] ?? `cohort ${id}`
  const intersections = shown.map(({ members, count }): Intersection => ({
    members: cohortIds.map((id) => members.includes(id)),
    count,
    words: members.map(nameOf).join(' and ') + (members.length === 1 ? ' alone' : ''),
  }))
  const shape = {
    sets: cohortIds.map((id) => ({ name: nameOf(id), size: sizeByOverlap(overlaps, id) })),
    intersections,
    format: formatSize,
  }
  const whole = shown.reduce((sum, { count }) => sum + count, 0)
  const largest = intersections.toSorted((one, other) => other.count - one.count)[0]
  const picture: Picture = {
    title: `Overlap of ${countOf(cohortIds.length, 'cohort')}`,
    draw: () => drawUpset(shape, UPSET_WIDTH),
    table: [
      ['In exactly', 'Individuals', hidden > 0 ? '% of those shown' : '% of union'],
      ...intersections.map(({ words, count }) => [words, formatCount(count), formatShare(count, whole)]),
    ],
  }
  const link = ({ place, words }: Area, isStop: boolean) => {
    const overlap = shown[place]
    if (!overlap || !countedOf) return null
    const { words: rules, ...counted } = countedOf(overlap)
    return (
      <Narrow
        words={rules}
        look="column"
        tooltip={`${words}. Build a cohort of these.`}
        isInGrid={!isStop}
        {...counted}
      >
        <VisuallyHidden>{words}</VisuallyHidden>
      </Narrow>
    )
  }
  return (
    <>
      <ChoiceBar<UpsetOrder> label="Order" value={order} options={ORDERS} onChange={setOrder} />
      <PictureFrame picture={picture}>
        <ReadableDrawingView
          name={`UpSet plot of ${countOf(cohortIds.length, 'cohort')}, ${countOf(shown.length, 'combination')}, largest ${largest?.words ?? ''}`}
          draw={(width) => drawUpset(shape, width)}
          link={countedOf ? link : undefined}
        />
      </PictureFrame>
      {hidden > 0 && <p className={stack['muted']}>{countOf(hidden, 'combination')} not drawn: suppressed.</p>}
    </>
  )
}
