import {
  type PedigreeLayout,
  type Placed,
  type PlacedUnion,
  DETOUR,
  LANE,
  pointOf,
  SIBSHIP,
  SYMBOL,
} from '#features/pedigrees/layout/layout.ts'

interface UnionLinesProps {
  union: PlacedUnion
  layout: PedigreeLayout
}

/** The lines of one couple: between the partners (double if consanguineous) and down to their children. */
export function UnionLines({ union, layout }: UnionLinesProps) {
  const partners = union.partners.flatMap((id) => layout.places.get(id) ?? [])
  const children = union.children.flatMap((id) => layout.places.get(id) ?? [])
  const [one, other] = partners
  if (!one || children.length === 0) return null
  const { path, from } = other ? coupleLine(one, other, layout) : { path: '', from: pointOf(one) }
  return (
    <g>
      {path !== '' && <path d={path} />}
      {path !== '' && union.isConsanguineous && <path d={path} transform="translate(0 -4)" />}
      <path d={descentOf(from, children, union, layout)} />
      <TwinBars childrenOfUnion={children} />
    </g>
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Straight between adjacent partners; otherwise around the symbols between them. */
function coupleLine(one: Placed, other: Placed, { rows }: PedigreeLayout): { path: string; from: Point } {
  const [a, b] = [pointOf(one), pointOf(other)].toSorted((left, right) => left.x - right.x)
  if (!a || !b) return { path: '', from: pointOf(one) }
  const middle = (a.x + b.x) / 2
  if (one.row === other.row) {
    const row = rows[one.row] ?? []
    const apart = Math.abs(row.indexOf(one) - row.indexOf(other))
    if (apart === 1) return { path: `M${a.x} ${a.y}H${b.x}`, from: { x: middle, y: a.y } }
    const y = a.y + DETOUR
    return { path: `M${a.x} ${a.y}V${y}H${b.x}V${b.y}`, from: { x: middle, y } }
  }
  const y = Math.max(a.y, b.y) + DETOUR
  return { path: `M${a.x} ${a.y}V${y}H${b.x}V${b.y}`, from: { x: middle, y } }
}

function descentOf(from: Point, children: readonly Placed[], union: PlacedUnion, layout: PedigreeLayout): string {
  const points = children.map(pointOf)
  const y = Math.min(...points.map((point) => point.y)) - SIBSHIP - union.lane * LANE
  const hooks = children.map((child) => ({ child, x: hookOf(child, layout) }))
  const xs = [from.x, ...hooks.map((hook) => hook.x)]
  const drops = hooks.map(({ child, x }) => {
    const to = pointOf(child)
    return `M${x} ${y}L${to.x} ${to.y - SYMBOL / 2}`
  })
  return `M${from.x} ${from.y}V${y}M${Math.min(...xs)} ${y}H${Math.max(...xs)}${drops.join('')}`
}

/** Twins hang from one point of the sibship line. */
function hookOf(child: Placed, { places }: PedigreeLayout): number {
  const leader = places.get(child.member.twinOf ?? '') ?? child
  const twins = [...places.values()].filter((each) => each === leader || each.member.twinOf === leader.id)
  const xs = twins.filter((each) => each.row === child.row).map((each) => pointOf(each).x)
  return xs.length < 2 ? pointOf(child).x : xs.reduce((sum, x) => sum + x, 0) / xs.length
}

/** Monozygotic twins are joined by a bar; unknown zygosity shows a question mark. */
function TwinBars({ childrenOfUnion }: { childrenOfUnion: readonly Placed[] }) {
  return childrenOfUnion.flatMap((twin) => {
    const leader = childrenOfUnion.find((each) => each.id === twin.member.twinOf)
    if (!leader || leader.row !== twin.row || twin.member.identical === false) return []
    const [a, b] = [pointOf(leader), pointOf(twin)]
    const middle = (a.x + b.x) / 2
    const y = a.y - SYMBOL / 2 - SIBSHIP / 4
    const inset = 0.36
    return twin.member.identical === true ? (
      <path key={twin.id} d={`M${a.x + (middle - a.x) * inset} ${y}H${b.x + (middle - b.x) * inset}`} />
    ) : (
      <text key={twin.id} x={middle} y={y + 4} textAnchor="middle" stroke="none" fill="currentColor" fontSize={11}>
        ?
      </text>
    )
  })
}
