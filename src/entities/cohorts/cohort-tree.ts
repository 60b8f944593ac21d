import { useDeferredValue, useMemo, useState } from 'react'
import type { Cohort } from '#contract/shapes/entities.ts'
import { cohortKind, type CohortKind } from '#domain/cohorts/cohorts.ts'
import { COHORT_KIND_UNKNOWN } from '#domain/messages.ts'
import { foldText } from '#domain/text/text.ts'
import type { TreeRow } from '#ui/tables/tree-grid.tsx'

/** A row of the cohort tree: a cohort, or the heading of a kind. */
export interface CohortTreeRow extends TreeRow {
  readonly title: string
  /** Null for a heading. */
  readonly cohort: Cohort | null
  /** The number of cohorts below a heading. */
  readonly count: number
  /** Shown only as the ancestor of a match. */
  readonly isContext: boolean
}

/** One tree per kind, or a single tree by lineage (child below parent). */
export type TreeShape = 'kinds' | 'lineage'

interface Node {
  readonly cohort: Cohort
  readonly children: Node[]
}

/** A cohort with its search text. */
export interface CohortForest {
  readonly allIndividuals: Cohort | null
  readonly groups: readonly { readonly kind: CohortKind; readonly title: string; readonly roots: readonly Node[] }[]
}

/** The headings of the list (spec section 2), in order. */
const GROUPS: readonly (readonly [CohortKind, string])[] = [
  ['subset', 'Subsets'],
  ['compound', 'Compound Sets'],
  ['pedigree', 'Pedigrees'],
  ['rules', 'Rules'],
  ['unknown', COHORT_KIND_UNKNOWN],
]

/** Beyond the specification: shown only with cohorts. */
const OCCASIONAL: readonly CohortKind[] = ['rules', 'unknown']

/** Builds the trees; each cohort occurs once, below its parent if that is in the same tree. */
export function cohortForest(cohorts: readonly Cohort[], shape: TreeShape): CohortForest {
  const allIndividuals = cohorts.find(isAllIndividuals) ?? null
  const others = cohorts.filter((cohort) => !isAllIndividuals(cohort))
  if (shape === 'lineage') return { allIndividuals, groups: [{ kind: 'all', title: '', roots: rootsOf(others) }] }
  const groups = GROUPS.map(([kind, title]) => ({
    kind,
    title,
    roots: rootsOf(others.filter((cohort) => cohortKind(cohort.constraintType) === kind)),
  }))
  return { allIndividuals, groups: groups.filter(({ kind, roots }) => !OCCASIONAL.includes(kind) || roots.length > 0) }
}

function isAllIndividuals({ constraintType: type }: Cohort): boolean {
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

/** A cycle among cohorts, from another back end, must not lose them. */
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
  /** Keys of collapsed rows. */
  readonly collapsed: ReadonlySet<string>
  readonly search: string
}

/** The visible rows from top to bottom. A search shows matches and their ancestors, even if collapsed. */
export function treeRows({ allIndividuals, groups }: CohortForest, { collapsed, search }: TreeView): CohortTreeRow[] {
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
  const isAllShown =
    allIndividuals !== null && (found === null || isFound(allIndividuals, wanted) || (isLineage && found.size > 0))
  const headings = isLineage
    ? []
    : groups.filter(({ roots }) => found === null || roots.some((root) => found.has(root)))
  const top = headings.length + (isAllShown ? 1 : 0)
  if (allIndividuals !== null && isAllShown) {
    const key = String(allIndividuals.cohortId)
    const hasChildren = isLineage && (groups[0]?.roots.length ?? 0) > 0
    const isContext = found !== null && !isFound(allIndividuals, wanted)
    const isExpanded = hasChildren ? isOpen(key) : null
    rows.push({
      key,
      level: 1,
      position: 1,
      setSize: top,
      isExpanded,
      title: allIndividuals.name,
      cohort: allIndividuals,
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

/** The matches and their ancestors. */
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

/** The cohort tree with the user's collapsed rows, filtered by a search. */
export function useCohortTree(cohorts: readonly Cohort[], shape: TreeShape, text: string) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const search = useDeferredValue(text)
  const forest = useMemo(() => cohortForest(cohorts, shape), [cohorts, shape])
  const rows = useMemo(() => treeRows(forest, { collapsed, search }), [forest, collapsed, search])
  const toggle = ({ key }: CohortTreeRow, isExpanded: boolean) =>
    setCollapsed((before) => {
      const after = new Set(before)
      if (isExpanded) after.delete(key)
      else after.add(key)
      return after
    })
  return { rows, search, toggle }
}
