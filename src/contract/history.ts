import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { RuleDefinition } from '#contract/rules.ts'
import { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { ConstructDraft } from '#contract/shapes/construct-draft.ts'
import { count, id, idOrNull, rerunSent, textOrEmpty } from '#contract/shapes/values.ts'
import { TRASH_KINDS } from '#contract/trash.ts'
import { UNABLE_TO_GET_HISTORY, UNABLE_TO_RESTORE_VERSION } from '#domain/messages.ts'

/** Versions of the objects that users make (capability "history"). */

/** How a version came about. `found`: a state whose date is unknown, for example from before the history. */
export const VERSION_ACTIONS = ['found', 'make', 'edit', 'replace', 'rerun', 'restore'] as const
export type VersionAction = (typeof VERSION_ACTIONS)[number]

/** The definition of a cohort: rules, or the fields of the request that saved it. */
export const CohortDefinition = v.union([
  v.object({ parent_id: id, rules: RuleDefinition }),
  v.omit(CohortDraft, ['name', 'description', 'constraint_value', 'projectid']),
])
export type CohortDefinition = v.InferOutput<typeof CohortDefinition>

export const ConstructDefinition = v.omit(ConstructDraft, ['name', 'description', 'variable_limit', 'projectid'])
export type ConstructDefinition = v.InferOutput<typeof ConstructDefinition>

/** The definition of an object; never members or counts. */
export const ObjectDefinition = v.object({
  name: textOrEmpty,
  description: textOrEmpty,
  /** The variables of a variable set. */
  variables: v.nullish(v.array(v.string()), null),
  cohort: v.nullish(CohortDefinition, null),
  construct: v.nullish(ConstructDefinition, null),
})
export type ObjectDefinition = v.InferOutput<typeof ObjectDefinition>

const ObjectVersion = v.object({
  version_no: count,
  /** Null if unknown. */
  made_at: v.nullish(v.string(), null),
  action: textOrEmpty,
  /** The restored version of `restore`. */
  restored_no: idOrNull,
  definition: ObjectDefinition,
})

const object = { kind: v.picklist(TRASH_KINDS), id }

export const historyInfo = endpoint({
  method: 'GET',
  path: '/history',
  summary: 'The versions of a project, cohort, custom variable or variable set, or of its replacement, newest first.',
  capability: 'history',
  input: v.object(object),
  answer: v.object({
    /** The present id: another one than the request's if that object was replaced. */
    id: idOrNull,
    data: v.array(ObjectVersion),
    /** The cohorts in the definitions, under their present ids. */
    cohorts: v.nullish(v.array(v.object({ cohortid: id, name: textOrEmpty })), []),
  }),
  failure: () => UNABLE_TO_GET_HISTORY,
})

export const historyRestore = endpoint({
  method: 'POST',
  path: '/history/restore',
  summary: 'Restores a version as a new version; another definition of a cohort or custom variable has a new id.',
  audit: 'Restore a version',
  changes: 'once',
  capability: 'history',
  input: v.object({
    ...object,
    version_no: id,
    /** Runs dependants again (capability "rerun-dependants"). */
    rerun: rerunSent,
  }),
  answer: v.object({ id }),
  failure: () => UNABLE_TO_RESTORE_VERSION,
})
