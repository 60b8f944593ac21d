import { createHash } from 'node:crypto'
import type { ObjectDefinition } from '#contract/history.ts'
import { printItem } from '#domain/study/print-study.ts'
import type { StudyLookup } from '#domain/study/study-lookup.ts'
import { keyOf, type Space } from '#domain/study/study-order.ts'
import type { SavedItem } from '#domain/study/study.ts'
import { itemOfDefinition } from '#server/modules/studies/items.ts'
import type { StudyState } from '#server/modules/studies/lookup.ts'
import { statedDefinition } from '#server/store/history/stated-definition.ts'
import type { Use } from '#server/store/uses.ts'

/** A saved object of a project with its declaration. */
export interface SavedObject {
  readonly kind: Use['kind']
  readonly id: number
  readonly projectId: number
  readonly name: string
  /** As of a name in a study file. */
  readonly key: string
  readonly definition: ObjectDefinition
  /** The declaration and its text; null if this version cannot write it. */
  readonly item: SavedItem | null
  readonly text: string | null
}

const SPACES: Readonly<Record<Use['kind'], Space>> = { construct: 'variable', cohort: 'cohort', varset: 'set' }

/** The objects of an account, or of one project: custom variables, cohorts and variable sets by their names. */
export function savedObjects({ things }: StudyState, lookup: StudyLookup, projectId: number | null): SavedObject[] {
  const rows = [
    ...things.customVariables.map((one) => ['construct', one.constructid, one.projectid, one.variable_name] as const),
    ...things.cohorts.map((one) => ['cohort', one.cohortid, one.projectid, one.name] as const),
    ...things.variableSets.map((one) => ['varset', one.varsetid, one.projectid, one.name] as const),
  ]
  const objects = rows.flatMap(([kind, id, inProject, name]) => {
    if (projectId !== null && inProject !== projectId) return []
    const stated = statedDefinition({ things, projects: [] }, kind, id)
    if (stated === null) return []
    const item = itemOfDefinition(stated.definition)
    const text = item && printItem(item, lookup)
    return [
      {
        kind,
        id,
        projectId: inProject,
        name,
        key: keyOf(SPACES[kind], name),
        definition: stated.definition,
        item,
        text,
      },
    ]
  })
  return objects.sort((one, other) => compare(one, other))
}

const ORDER = ['construct', 'cohort', 'varset'] as const

/** By name and not by id: a changed object has a new id. */
function compare(one: SavedObject, other: SavedObject): number {
  const byKind = ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind)
  return byKind === 0 ? Number(one.key > other.key) - Number(one.key < other.key) : byKind
}

/** A project as a study file. */
export function studyText(objects: readonly SavedObject[]): string {
  return objects
    .map(({ text, kind, name }) => `${text ?? `# The ${WORDS[kind]} ${JSON.stringify(name)} cannot be written.`}\n`)
    .join('\n')
}

const WORDS: Readonly<Record<Use['kind'], string>> = {
  construct: 'custom variable',
  cohort: 'cohort',
  varset: 'variable set',
}

/** A hash of a project's definitions. */
export function baseOf(objects: readonly SavedObject[]): string {
  return createHash('sha256').update(studyText(objects)).digest('base64url').slice(0, 32)
}
