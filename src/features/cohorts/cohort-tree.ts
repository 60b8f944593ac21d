import type { Cohort } from '#contract/entities.ts'
import { cohortKind, type CohortKind } from '#domain/cohorts.ts'
import { COHORT_KIND_UNKNOWN } from '#domain/messages.ts'
import { foldText } from '#domain/text.ts'
import type { TreeRow } from '#ui/tree-grid.tsx'
import { movementFrom, type Movement } from '#contract/cohort-movement.ts'
import { formatShare } from '#domain/numbers.ts'

/** A row of the tree of cohorts: a cohort, or the heading of a kind. */
export interface CohortTreeRow extends TreeRow {
  readonly title: string
  /** Null for a heading. */
  readonly cohort: Cohort | null
  /** How many cohorts stand below a heading. */
  readonly count: number
  /** There only because one below it was found. */
  readonly isContext: boolean
}

/** How the tree is grown: a tree for each kind, or one of all by what each was made from. */
export type TreeShape = 'kinds' | 'lineage'

interface Node {
  readonly cohort: Cohort
  readonly children: Node[]
}

/** A cohort with what it can be found by. */
export interface CohortForest {
  readonly everybody: Cohort | null
  readonly groups: readonly { readonly kind: CohortKind; readonly title: string; readonly roots: readonly Node[] }[]
}

/** The headings of the list (spec section 2), in its order. */
const GROUPS: readonly (readonly [CohortKind, string])[] = [
  ['subset', 'Subsets'],
  ['compound', 'Compound Sets'],
  ['pedigree', 'Pedigrees'],
  ['unknown', COHORT_KIND_UNKNOWN],
]

/** Grows the trees; each cohort stands once, below the cohort that it was made from where that is in the same tree. */
export function cohortForest(cohorts: readonly Cohort[], shape: TreeShape): CohortForest {
  const everybody = cohorts.find(isEverybody) ?? null
  const others = cohorts.filter((cohort) => !isEverybody(cohort))
  if (shape === 'lineage') return { everybody, groups: [{ kind: 'all', title: '', roots: rootsOf(others) }] }
  const groups = GROUPS.map(([kind, title]) => ({
    kind,
    title,
    roots: rootsOf(others.filter((cohort) => cohortKind(cohort.constraintType) === kind)),
  }))
  return { everybody, groups: groups.filter(({ kind, roots }) => kind !== 'unknown' || roots.length > 0) }
}

function isEverybody({ constraintType: type }: Cohort): boolean {
  return cohortKind(type) === 'all'
}

function rootsOf(cohorts: readonly Cohort[]): Node[] {
  const nodes = new Map(cohorts.map((cohort) => [cohort.cohortId, { cohort, children: [] as Node[] }]))
  const roots: Node[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node.cohort.parentId ?? 0)
    if (parent && !descendsFrom(parent, node, nodes)) parent.children.push(node)
    else roots.push(node)
  }
  return roots
}

/** A back end that has cohorts made from each other in a ring must not lose them. */
function descendsFrom(node: Node, ancestor: Node, nodes: ReadonlyMap<number, Node>): boolean {
  const seen = new Set<Node>()
  for (let above: Node | undefined = node; above && !seen.has(above);) {
    if (above === ancestor) return true
    seen.add(above)
    above = nodes.get(above.cohort.parentId ?? 0)
  }
  return false
}

interface TreeView {
  /** Keys of rows whose children are out of sight. */
  readonly collapsed: ReadonlySet<string>
  readonly search: string
}

/** The rows in sight from top to bottom. A search shows what it finds with all above it, whatever is collapsed. */
export function treeRows({ everybody, groups }: CohortForest, { collapsed, search }: TreeView): CohortTreeRow[] {
  const wanted = foldText(search.trim())
  const found =
    wanted === ''
      ? null
      : foundNodes(
          groups.flatMap(({ roots }) => roots),
          wanted,
        )
  const isOpen = (key: string) => found !== null || !collapsed.has(key)
  const rows: CohortTreeRow[] = []

  const addNodes = (nodes: readonly Node[], level: number) => {
    const shown = found === null ? nodes : nodes.filter((node) => found.has(node))
    for (const [index, node] of shown.entries()) {
      const key = String(node.cohort.cohortId)
      const hasChildren = found === null ? node.children.length > 0 : node.children.some((child) => found.has(child))
      rows.push({
        key,
        level,
        position: index + 1,
        setSize: shown.length,
        isExpanded: hasChildren ? isOpen(key) : null,
        title: node.cohort.name,
        cohort: node.cohort,
        count: 0,
        isContext: found !== null && found.get(node) === 'above',
      })
      if (hasChildren && isOpen(key)) addNodes(node.children, level + 1)
    }
  }

  const isLineage = groups[0]?.kind === 'all'
  const isEverybodyShown =
    everybody !== null && (found === null || isFound(everybody, wanted) || (isLineage && found.size > 0))
  const headings = isLineage
    ? []
    : groups.filter(({ roots }) => found === null || roots.some((root) => found.has(root)))
  const top = headings.length + (isEverybodyShown ? 1 : 0)
  if (everybody !== null && isEverybodyShown) {
    const key = String(everybody.cohortId)
    const hasChildren = isLineage && (groups[0]?.roots.length ?? 0) > 0
    const isContext = found !== null && !isFound(everybody, wanted)
    const isExpanded = hasChildren ? isOpen(key) : null
    rows.push({
      key,
      level: 1,
      position: 1,
      setSize: top,
      isExpanded,
      title: everybody.name,
      cohort: everybody,
      count: 0,
      isContext,
    })
    if (isExpanded === true) addNodes(groups[0]?.roots ?? [], 2)
  } else if (isLineage) addNodes(groups[0]?.roots ?? [], 1)
  for (const [index, { kind, title, roots }] of headings.entries()) {
    const isExpanded = roots.length > 0 ? isOpen(kind) : null
    const position = top - headings.length + index + 1
    const count =
      found === null
        ? sizeOf(roots)
        : [...found].filter(([node, how]) => how === 'found' && cohortKind(node.cohort.constraintType) === kind).length
    rows.push({ key: kind, level: 1, position, setSize: top, isExpanded, title, cohort: null, count, isContext: false })
    if (isExpanded === true) addNodes(roots, 2)
  }
  return rows
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + sizeOf(children), 0)
}

function isFound(cohort: Cohort, wanted: string): boolean {
  return foldText(`${cohort.name} ${cohort.description} ${cohort.variableName ?? ''}`).includes(wanted)
}

/** What was found, and what stands above it. */
function foundNodes(nodes: readonly Node[], wanted: string): Map<Node, 'found' | 'above'> {
  const found = new Map<Node, 'found' | 'above'>()
  const visit = (node: Node): boolean => {
    const isBelow = node.children.map(visit).includes(true)
    const isHere = isFound(node.cohort, wanted)
    if (isHere || isBelow) found.set(node, isHere ? 'found' : 'above')
    return isHere || isBelow
  }
  for (const node of nodes) visit(node)
  return found
}

/** One step on the way from All Individuals to a cohort. */
export interface AttritionStep {
  readonly cohort: Cohort
  readonly size: number | null
  /** What became of the members of the step before; null at the first. */
  readonly movement: Movement | null
}

/** The cohorts that a cohort was made from, first parents only, from All Individuals to itself. */
export function attritionOf(cohort: Cohort, known: readonly Cohort[]): readonly AttritionStep[] {
  const byId = new Map(known.map((each) => [each.cohortId, each]))
  const lineage: Cohort[] = [cohort]
  for (let parent = byId.get(cohort.parentId ?? 0); parent; parent = byId.get(parent.parentId ?? 0)) {
    // A ring of cohorts, in another back end's answer, has no beginning.
    if (lineage.includes(parent)) break
    lineage.unshift(parent)
  }
  return lineage.map((step, place) => {
    const before = lineage[place - 1]
    return { cohort: step, size: step.rowCount, movement: before ? movementFrom(before, step) : null }
  })
}

/** How much of its parent a cohort keeps, in words; empty where that is not known. */
export function keptShare(movement: Movement | null): string {
  const { kept = null, left = null } = movement ?? {}
  return kept === null || left === null ? '' : formatShare(kept, kept + left)
}
