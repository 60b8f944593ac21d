import { invocationOf, type Invocation } from '#command-kit/declaration.ts'
import type { Cohort, Variable, VariableSet } from '#contract/shapes/entities.ts'
import { formatCount, formatSize } from '#domain/numbers.ts'
import { foldText } from '#domain/text/text.ts'
import { cohortForest, treeRows } from '#entities/cohorts/cohort-tree.ts'
import type { TreeRow } from '#ui/tables/tree-grid.tsx'

/** A row of the explorer: a thing of the project, or the heading of a group. */
export interface ExplorerRow extends TreeRow {
  readonly title: string
  /** Its size. */
  readonly detail: string
  /** Null for a heading. */
  readonly opening: Invocation | null
}

/** Whether a row can be selected for a comparison of cohorts. */
export function isComparable({ opening }: ExplorerRow): boolean {
  return opening?.id === 'cohort.show'
}

/** Null stands for a list that failed to load. */
export interface ProjectContents {
  readonly cohorts: readonly Cohort[] | null
  readonly customVariables: readonly Variable[] | null
  readonly variableSets: readonly VariableSet[] | null
}

interface ExplorerView {
  /** Keys of collapsed rows. */
  readonly collapsed: ReadonlySet<string>
  readonly search: string
}

/** A thing without things below it. */
interface Leaf {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly opening: Invocation
}

/**
 * The visible rows from top to bottom: cohorts by lineage, custom variables, variable sets. A search expands the
 * groups, and omits those without a match.
 */
export function explorerRows(contents: ProjectContents, { collapsed, search }: ExplorerView): readonly ExplorerRow[] {
  const { cohorts, customVariables: variables, variableSets: sets } = contents
  const wanted = foldText(search.trim())
  const isSearch = wanted !== ''
  const leaves = (all: readonly Leaf[]) => leafRows(all.filter(({ title }) => foldText(title).includes(wanted)))
  const groups = [
    { key: 'cohorts', title: 'Cohorts', rows: cohorts && cohortRows(cohorts, { collapsed, search }) },
    { key: 'custom-variables', title: 'Custom variables', rows: variables && leaves(variables.map(variableLeaf)) },
    { key: 'variable-sets', title: 'Variable sets', rows: sets && leaves(sets.map(setLeaf)) },
  ].map(({ rows, ...group }) => ({ ...group, rows: rows ?? [], empty: rows ? 'none' : 'not loaded' }))
  const shown = groups.filter(({ rows }) => !isSearch || rows.length > 0)
  return shown.flatMap(({ key, title, rows, empty }, index) => {
    const isExpanded = rows.length === 0 ? null : isSearch || !collapsed.has(key)
    const place = { key, level: 1, position: index + 1, setSize: shown.length, isExpanded }
    return [{ ...place, title, detail: rows.length === 0 ? empty : '', opening: null }, ...(isExpanded ? rows : [])]
  })
}

function cohortRows(cohorts: readonly Cohort[], view: ExplorerView): readonly ExplorerRow[] {
  return treeRows(cohortForest(cohorts, 'lineage'), view).map(({ cohort, ...row }) => ({
    key: row.key,
    level: row.level + 1,
    position: row.position,
    setSize: row.setSize,
    isExpanded: row.isExpanded,
    title: row.title,
    detail: cohort === null ? '' : formatSize(cohort.rowCount),
    opening: cohort && invocationOf('cohort.show', { cohortId: cohort.cohortId }),
  }))
}

function leafRows(leaves: readonly Leaf[]): readonly ExplorerRow[] {
  return leaves.map((leaf, index) => ({
    ...leaf,
    level: 2,
    position: index + 1,
    setSize: leaves.length,
    isExpanded: null,
  }))
}

function variableLeaf({ variableName, observations }: Variable): Leaf {
  return {
    key: `variable ${variableName}`,
    title: variableName,
    detail: formatCount(observations),
    opening: invocationOf('variable.show', { variableName }),
  }
}

function setLeaf({ variableSetId, name, variables }: VariableSet): Leaf {
  return {
    key: `set ${variableSetId}`,
    title: name,
    detail: formatCount(variables.length),
    opening: invocationOf('variable-set.show', { variableSetId }),
  }
}
