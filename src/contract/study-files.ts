import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { count, countOrHidden, idOrNull, optionalId, textOrEmpty, textOrNull } from '#contract/shapes/values.ts'
import { TRASH_KINDS } from '#contract/trash.ts'
import { STUDY_LENGTH_MAX } from '#domain/limits.ts'
import {
  UNABLE_TO_APPLY_STUDY_FILE,
  UNABLE_TO_GET_SESSION_LOG,
  UNABLE_TO_GET_STUDY_FILE,
  UNABLE_TO_PLAN_STUDY_FILE,
} from '#domain/messages.ts'
import { DOWNLOAD_FORMS } from '#domain/study/study.ts'

/** A project as a text, and the changes that a text makes (capability "study-files"). */

/** What a study file does with an object. `rerun`: its definition stays, and it is built on a changed object. */
export const STUDY_CHANGES = ['create', 'change', 'rerun', 'keep', 'remove'] as const
export type StudyChangeKind = (typeof STUDY_CHANGES)[number]

export const StudyProblem = v.object({
  message: v.string(),
  /** From 1; null for an error of the file as a whole. */
  line: v.nullish(count, null),
  column: v.nullish(count, null),
})

const StudyChange = v.object({
  change: v.picklist(STUDY_CHANGES),
  kind: v.picklist(['cohort', 'construct', 'varset']),
  name: v.string(),
  /** The line of its declaration; null for an object that the file does not declare. */
  line: v.nullish(count, null),
  /** After an applied change the new id; null for an object that is not there. */
  id: idOrNull,
  projectid: idOrNull,
  /** Its declaration before and after. */
  before: textOrNull,
  after: textOrNull,
  /** Members of a cohort, and how many enter and leave; null if suppressed, not counted, or of another kind. */
  size_before: countOrHidden,
  size_after: countOrHidden,
  entered: countOrHidden,
  left: countOrHidden,
  /** Members on the release that the file names; null if they cannot be counted as of then. */
  size_at_release: countOrHidden,
})
export type StudyChange = v.InferOutput<typeof StudyChange>

/** What a study file changes in a project. */
export const StudyPlan = v.object({
  problems: v.array(StudyProblem),
  changes: v.array(StudyChange),
  /** The files that it names; an id is null for an object that is not there yet. */
  downloads: v.array(
    v.object({
      cohort: v.string(),
      set: v.string(),
      form: v.picklist(DOWNLOAD_FORMS),
      cohortid: idOrNull,
      varsetid: idOrNull,
    }),
  ),
  /** Names of objects of the project that the file does not declare, and that stay. */
  undeclared: v.array(v.string()),
  /** A hash of the project's definitions before the change. */
  base: v.string(),
  /** The release that the file names, and the present one; null if it names none. */
  release: v.nullish(v.object({ name: v.string(), is_known: v.boolean(), present: v.string() }), null),
})
export type StudyPlan = v.InferOutput<typeof StudyPlan>

/** What an applied study file has changed. */
export const AppliedStudy = v.object({
  ...StudyPlan.entries,
  /** The request that restores the project's definitions; null if nothing was changed. */
  undo: v.nullish(v.object({ text: v.string(), base: textOrEmpty }), null),
})
export type AppliedStudy = v.InferOutput<typeof AppliedStudy>

const sent = {
  /** The current project without one. */
  projectid: optionalId,
  text: v.pipe(v.string(), v.maxLength(STUDY_LENGTH_MAX)),
  /** Whether objects of the project that the text does not declare are deleted. */
  remove: v.nullish(v.boolean(), false),
}

export const studyInfo = endpoint({
  method: 'GET',
  path: '/project/study',
  summary: 'A project as a study file: its custom variables, cohorts and variable sets as text.',
  capability: 'study-files',
  input: v.object({ projectid: optionalId }),
  answer: v.object({ projectid: count, text: v.string(), base: textOrEmpty }),
  failure: () => UNABLE_TO_GET_STUDY_FILE,
})

export const studyPlan = endpoint({
  method: 'POST',
  path: '/project/study/plan',
  summary: 'What a study file would change in a project, with its errors by line.',
  capability: 'study-files',
  input: v.object(sent),
  answer: StudyPlan,
  failure: () => UNABLE_TO_PLAN_STUDY_FILE,
})

export const studyApply = endpoint({
  method: 'POST',
  path: '/project/study/apply',
  summary: 'Changes a project as a study file describes it, all at once or not at all.',
  audit: 'Apply a study file',
  changes: 'again',
  capability: 'study-files',
  input: v.object({
    ...sent,
    /** The hash of a plan: refused (409) if the project has changed since. */
    base: v.nullish(v.pipe(v.string(), v.maxLength(64))),
  }),
  answer: AppliedStudy,
  failure: () => UNABLE_TO_APPLY_STUDY_FILE,
})

/** How an object of a session's log was changed: as its versions, or deleted. */
export const LOGGED_ACTIONS = ['make', 'edit', 'replace', 'rerun', 'restore', 'delete'] as const

export const sessionLog = endpoint({
  method: 'GET',
  path: '/project/study/log',
  summary: 'The objects that the account has made, changed and deleted since the session began, oldest first, as text.',
  capability: 'study-files',
  input: v.object({}),
  answer: v.object({
    /** ISO 8601, in UTC; `at` too. */
    since: v.string(),
    data: v.array(
      v.object({
        at: v.string(),
        action: v.picklist(LOGGED_ACTIONS),
        kind: v.picklist(TRASH_KINDS),
        /** The present id; null for an object that is deleted. */
        id: idOrNull,
        projectid: idOrNull,
        name: v.string(),
        /** The declaration of then; null for a project, for a deletion, and for a definition that has none. */
        text: textOrNull,
      }),
    ),
  }),
  failure: () => UNABLE_TO_GET_SESSION_LOG,
})
