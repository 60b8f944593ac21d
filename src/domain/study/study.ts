import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import type { RelativesCount, RuleGroup } from '#domain/cohorts/rules.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import type { CustomVariableKind } from '#domain/custom-variables/construct-types.ts'

/** The definitions of a study file, with the ids of cohorts and the names of variables. */

interface Named {
  readonly name: string
  readonly description: string
}

/** How the members of a cohort are defined: the four kinds of the product. */
export type CohortTerm =
  | { readonly kind: 'rules'; readonly parentId: number; readonly top: RuleGroup<string> }
  | { readonly kind: 'subset'; readonly parentId: number; readonly variable: string; readonly condition: Condition }
  | {
      readonly kind: 'compound'
      readonly operation: SetOperation
      readonly parentId: number
      readonly secondId: number
    }
  | { readonly kind: 'pedigree'; readonly parentId: number; readonly criterion: AffectedCriterion | null }

/** Families with so many members, and so many affected members: those that match a condition. */
export interface AffectedCriterion {
  readonly variable: string
  readonly condition: Condition
  readonly comparison: RelativesCount['comparison']
  readonly count: number
  readonly minimumSize: number
}

export interface CohortItem extends Named {
  readonly kind: 'cohort'
  readonly term: CohortTerm
}

/** A value of a custom variable; its rules are conditions in groups that match all or any. */
export interface ValueItem extends Named {
  readonly rules: RuleGroup<string>
}

export interface VariableItem extends Named {
  readonly kind: 'variable'
  readonly type: CustomVariableKind
  readonly sources: readonly string[]
  readonly values: readonly ValueItem[]
  /** The name of the default value; empty without one. */
  readonly defaultValue: string
}

export interface ScoreItem extends Named {
  readonly kind: 'score'
  readonly formula: string
}

export interface SetItem extends Named {
  readonly kind: 'set'
  readonly variables: readonly string[]
}

/** How a file is downloaded: rows as CSV, or a bundle. */
export const DOWNLOAD_FORMS = ['csv', 'bundle'] as const
export type DownloadForm = (typeof DOWNLOAD_FORMS)[number]

/** A file of a cohort and a variable set. */
export interface DownloadItem {
  readonly kind: 'download'
  readonly cohort: string
  readonly set: string
  readonly form: DownloadForm
}

/** An object of a project. */
export type SavedItem = CohortItem | VariableItem | ScoreItem | SetItem

export type StudyItem = SavedItem | DownloadItem

/** The word of each set operation. */
export const OPERATION_WORDS: Readonly<Record<SetOperation, string>> = {
  UNION: 'union',
  INTERSECT: 'intersection',
  SUBTRACT: 'difference',
}

/** The word of each kind of custom variable with values. */
export const VARIABLE_WORDS: Readonly<Record<CustomVariableKind, string>> = {
  downcode: 'recode',
  merge: 'combine',
  multiple: 'from',
}

/** The words that declarations begin with; `release` names the data on which a file was written. */
export const DECLARATION_WORDS = ['cohort', 'variable', 'score', 'set', 'download', 'release'] as const

/** The words of the language, for highlighting. */
export const STUDY_WORDS: ReadonlySet<string> = new Set([
  ...DECLARATION_WORDS,
  ...Object.values(OPERATION_WORDS),
  ...Object.values(VARIABLE_WORDS),
  ...'and or not in is of all any none at least most exactly between where answered missing exists contains'.split(' '),
  ...'code form as if else description pedigrees with affected family size unknown counts off note'.split(' '),
])
