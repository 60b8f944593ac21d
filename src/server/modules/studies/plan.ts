import type { ObjectDefinition } from '#contract/history.ts'
import type { StudyChange, StudyChangeKind, StudyPlan } from '#contract/study-files.ts'
import { ROOT_COHORT_ID, STUDY_PROBLEMS_MAX } from '#domain/limits.ts'
import { DUPLICATE_VARIABLE_NAME } from '#domain/messages.ts'
import { parseStudy, type StudyProblem } from '#domain/study/parse-study.ts'
import { printItem } from '#domain/study/print-study.ts'
import { resolveDeclaration } from '#domain/study/resolve-study.ts'
import type { StudyLookup } from '#domain/study/study-lookup.ts'
import { keyOf, keyOfNode, orderStudy } from '#domain/study/study-order.ts'
import type { SavedNode } from '#domain/study/study-tree.ts'
import type { DownloadItem, SavedItem } from '#domain/study/study.ts'
import { cohortsOfDefinition } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import { definitionOfItem } from '#server/modules/studies/items.ts'
import {
  createStudyLookup,
  isPlaceholder,
  readState,
  type StudyServices,
  type StudyState,
} from '#server/modules/studies/lookup.ts'
import { baseOf, savedObjects, studyText, type SavedObject } from '#server/modules/studies/project-text.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { Use } from '#server/store/uses.ts'

export interface StudySent {
  readonly projectId: number
  readonly text: string
  /** Whether objects that the text does not declare are deleted. */
  readonly remove: boolean
}

/** A declaration and its change. */
export interface PlannedObject {
  readonly change: Exclude<StudyChangeKind, 'rerun'>
  readonly kind: Use['kind']
  readonly name: string
  /** The id that definitions of the file name it by; a placeholder for a cohort that is not there yet. */
  readonly plannedId: number
  readonly line: number | null
  readonly saved: SavedObject | null
  /** The definition of the file; null for an object that is removed. */
  readonly definition: ObjectDefinition | null
  /** Whether the rules or values are other ones, and not only names and texts. */
  readonly isRedefined: boolean
  readonly after: string | null
}

export interface StudyDiff {
  readonly state: StudyState
  readonly lookup: StudyLookup
  readonly problems: StudyPlan['problems']
  /** In the order in which they are made. */
  readonly objects: readonly PlannedObject[]
  readonly downloads: StudyPlan['downloads']
  readonly undeclared: readonly string[]
  /** The name of the release that the file names. */
  readonly releaseName: string | null
  /** The project as it is. */
  readonly text: string
  readonly base: string
}

/** Reads a study file and compares its definitions with those of the project. */
export async function diffStudy(
  connection: Connection,
  services: StudyServices,
  user: User,
  { projectId, text, remove }: StudySent,
): Promise<StudyDiff> {
  const state = await readState(connection, services, user, projectId)
  const { declarations, release, problems: ofSyntax } = parseStudy(text)
  const { ordered, problems: ofOrder } = orderStudy(declarations)
  const declared = new Set(declarations.flatMap((node) => (node.kind === 'download' ? [] : [keyOfNode(node)])))
  const saved = savedObjects(state, await createStudyLookup(connection, services, state), projectId)
  const others = saved.filter(({ key }) => !declared.has(key))
  const removed = remove ? others : []
  const removedKeys = new Set(removed.map(({ key }) => key))
  const lookup = await createStudyLookup(connection, services, state, { nodes: ordered, removed: removedKeys })
  const byKey = new Map(saved.map((object) => [object.key, object]))
  const problems: StudyProblem[] = [...ofSyntax, ...ofOrder]
  const objects: PlannedObject[] = []
  const downloads: StudyPlan['downloads'] = []
  const lineAt = linesOf(text)
  for (const node of ordered) {
    const resolved = resolveDeclaration(node, lookup)
    if ('problems' in resolved) {
      problems.push(...resolved.problems)
      continue
    }
    const { item } = resolved
    if (item.kind === 'download' || node.kind === 'download') {
      if (item.kind === 'download') downloads.push(downloadOf(item, lookup, byKey))
      continue
    }
    const found = byKey.get(keyOfNode(node)) ?? null
    const problem = nameProblem(node, found, state) ?? cohortProblem(item, node, state)
    if (problem) problems.push(problem)
    objects.push(plannedObject(node, item, { found, lookup, line: lineAt(node.from).line }))
  }
  return {
    state,
    lookup,
    problems: problems
      .sort((one, other) => one.from - other.from)
      .slice(0, STUDY_PROBLEMS_MAX)
      .map(({ from, message }) => ({ message, ...lineAt(from) })),
    objects: [...objects, ...removed.map(removedObject)],
    downloads,
    undeclared: remove ? [] : others.map(({ name }) => name),
    releaseName: release?.text ?? null,
    text: studyText(saved),
    base: baseOf(saved),
  }
}

/** Line and column of a place, counted from 1. */
export function linesOf(text: string): (place: number) => { line: number; column: number } {
  const starts = [0]
  for (let place = text.indexOf('\n'); place !== -1; place = text.indexOf('\n', place + 1)) starts.push(place + 1)
  return (place) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= place) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: place - (starts[low] ?? 0) + 1 }
  }
}

function downloadOf(
  { cohort, set, form }: DownloadItem,
  lookup: StudyLookup,
  byKey: ReadonlyMap<string, SavedObject>,
): StudyPlan['downloads'][number] {
  const cohortId = lookup.cohort(cohort) ?? 0
  return {
    cohort,
    set,
    form,
    cohortid: cohortId === 0 || isPlaceholder(cohortId) ? null : cohortId,
    varsetid: byKey.get(keyOf('set', set))?.id ?? null,
  }
}

/** Custom variables of all projects, and those of the catalog, share their names. */
function nameProblem(node: SavedNode, found: SavedObject | null, { known }: StudyState): StudyProblem | null {
  if (found !== null || (node.kind !== 'variable' && node.kind !== 'score')) return null
  const { text, from, to } = node.name
  const other = known.find(text)
  if (!other) return null
  const isElsewhere = other.variableType !== 'variable'
  return {
    from,
    to,
    message: isElsewhere ? `${other.name} is a custom variable of another project.` : DUPLICATE_VARIABLE_NAME,
  }
}

/** Cohorts by their number are the account's. */
function cohortProblem(item: SavedItem, node: SavedNode, { things }: StudyState): StudyProblem | null {
  const { cohort } = definitionOfItem(item)
  if (cohort === null) return null
  const isKnown = (id: number) =>
    id === ROOT_COHORT_ID || isPlaceholder(id) || things.cohorts.some(({ cohortid }) => cohortid === id)
  if (cohortsOfDefinition(cohort).every(isKnown)) return null
  return { from: node.name.from, to: node.name.to, message: 'There is no such cohort.' }
}

interface Comparison {
  readonly found: SavedObject | null
  readonly lookup: StudyLookup
  readonly line: number
}

function plannedObject(node: SavedNode, sent: SavedItem, { found, lookup, line }: Comparison): PlannedObject {
  const item = { ...sent, name: sent.name.trim(), description: sent.description.trim() }
  const definition = definitionOfItem(item)
  const after = printItem(item, lookup)
  const isSame = found !== null && found.item !== null && printItem(found.item, lookup) === after
  const kind = node.kind === 'cohort' ? 'cohort' : node.kind === 'set' ? 'varset' : 'construct'
  return {
    change: found === null ? 'create' : isSame ? 'keep' : 'change',
    kind,
    name: item.name,
    plannedId: found?.id ?? (kind === 'cohort' ? (lookup.cohort(item.name) ?? 0) : 0),
    line,
    saved: found,
    definition,
    isRedefined: found !== null && kind !== 'varset' && contentOf(found.item, lookup) !== contentOf(item, lookup),
    after,
  }
}

/** A definition without its name and description. */
function contentOf(item: SavedItem | null, lookup: StudyLookup): string | null {
  return item && printItem({ ...item, name: '', description: '' }, lookup)
}

function removedObject(saved: SavedObject): PlannedObject {
  const { kind, name, id } = saved
  const none = { line: null, definition: null, isRedefined: false, after: null }
  return { change: 'remove', kind, name, plannedId: id, saved, ...none }
}

/** A change in the response, without counts. */
export function presentChange(
  { change, kind, name, line, saved, after }: PlannedObject,
  projectId: number,
): StudyChange {
  const counts = { size_before: null, size_after: null, entered: null, left: null, size_at_release: null }
  return {
    change,
    kind,
    name,
    line,
    id: saved?.id ?? null,
    projectid: projectId,
    before: saved?.text ?? null,
    after,
    ...counts,
  }
}
