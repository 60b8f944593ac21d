import * as v from 'valibot'
import {
  collectionList,
  count,
  countOrHidden,
  countOrZero,
  id,
  idOrNull,
  notCounted,
  optionalId,
  optionalText,
  textByCode,
  textList,
  textOrEmpty,
  textOrNull,
} from '#contract/shapes/values.ts'
import { TOP_ANSWERS_SHOWN } from '#domain/limits.ts'

/** Entities in the API (spec section 3). Unknown fields are ignored; unknown kinds and types are kept. */

/** A user; without a username, the full name or a placeholder replaces it. */
export const User = v.pipe(
  v.object({
    username: textOrEmpty,
    first_name: textOrEmpty,
    last_name: textOrEmpty,
    privileges: v.nullish(v.array(v.string()), []),
    collections: collectionList,
  }),
  v.transform((user) => ({
    ...user,
    username: user.username || [user.first_name, user.last_name].filter(Boolean).join(' ') || 'User',
  })),
)
export type User = v.InferOutput<typeof User>

/** The version of a saved item, to be sent with an edit; null from a back end without versions. */
const version = textOrNull

export const Project = v.object({ projectid: id, name: textOrEmpty, description: textOrEmpty, version })
export type Project = v.InferOutput<typeof Project>

const CohortName = v.object({ cohortid: id, name: textOrEmpty })

export const Cohort = v.object({
  cohortid: id,
  name: textOrEmpty,
  description: textOrEmpty,
  parent_id: idOrNull,
  secondparent_id: idOrNull,
  parent: textOrNull,
  parents: v.nullish(v.array(CohortName), []),
  children: v.nullish(v.array(CohortName), []),
  constraint_type: textOrNull,
  constraint_values: textList,
  variable_name: textOrNull,
  rowcount: countOrHidden,
  collections: collectionList,
  min_pedsize: countOrHidden,
  ped_constraint: textOrNull,
  ped_constraint_count: countOrHidden,
  /** Members that are in the parent cohort too; null from a back end that does not count them. */
  kept: countOrHidden,
  /** SUBTRACT only: members kept because their membership in the second cohort is unknown. */
  undecided: countOrHidden,
  /** The time, population and data release of the count, and whether the data are unchanged since. */
  counted: v.nullish(v.object({ at: v.string(), people: count, is_current: v.boolean(), release: textOrNull }), null),
  /** Members who were withdrawn since: `rowcount` still counts them. Null if it is hidden. */
  withdrawn: countOrHidden,
  /** The first rules of a cohort by rules in words; null for other cohorts. */
  rules_words: textOrNull,
  version,
  /** The cohort's project (beyond the specification). */
  projectid: optionalId,
})
export type Cohort = v.InferOutput<typeof Cohort>

export const CountRow = v.object({
  count: countOrHidden,
  value: textOrNull,
  collection: textOrEmpty,
  consent: textOrEmpty,
  study_id: textOrEmpty,
  dx_nimh: textOrEmpty,
  hidden: v.optional(v.boolean(), false),
})
export type CountRow = v.InferOutput<typeof CountRow>

export const PedigreeRow = v.object({
  pedigree_count: count,
  count: countOrHidden,
  affected_count: countOrHidden,
  collection: textOrEmpty,
  hidden: v.optional(v.boolean(), false),
})
export type PedigreeRow = v.InferOutput<typeof PedigreeRow>

/** The outcomes of the parent's individuals; their sum is its rowcount (semantics, "split"). */
export const Split = v.object({ match: count, no_match: count, unknown: count, no_record: count, ...notCounted })
export type Split = v.InferOutput<typeof Split>

const distribution = v.nullish(v.array(v.tuple([count, count])), [])

/** Pedigree cohorts: a family is counted once even if it spans collections (capability "totals"). */
export const Totals = v.object({
  pedigrees: count,
  individuals: count,
  affected: count,
  ...notCounted,
  /** Undetermined families: their status depends on missing answers. */
  possible: v.nullish(count, 0),
  /** Families that qualify regardless of the missing answers. */
  certain: v.nullish(count, null),
  /** Placeholder individuals, known only as links between others. */
  placeholders: v.nullish(count, null),
  /** Number of families by number of members; then the same without placeholders. */
  by_size: distribution,
  by_size_seen: distribution,
  /** Number of families by number of members in the parent cohort. */
  by_members: distribution,
  /** Number of families by number of affected members. */
  by_affected: distribution,
})
export type Totals = v.InferOutput<typeof Totals>

/** The form, its version and the section of a variable. */
const formPlace = { instrument: textOrEmpty, version: textOrEmpty, section: textOrEmpty }

export const VariableHit = v.object({
  variable_name: v.string(),
  variable_type: textOrEmpty,
  data_type: textOrEmpty,
  question: textOrEmpty,
  observations: countOrZero,
  contributors: v.nullish(v.array(v.object(formPlace)), []),
  /** The fields that match the search. */
  matched: v.nullish(v.array(v.string())),
})
export type VariableHit = v.InferOutput<typeof VariableHit>

export const Contributor = v.object({
  variable_name: textOrEmpty,
  ...formPlace,
  TOC_page: textOrEmpty,
  item: textOrEmpty,
  PDF_file: textOrEmpty,
  PDF_page: textOrEmpty,
})
export type Contributor = v.InferOutput<typeof Contributor>

export const Constraint = v.object({
  variable_name: v.string(),
  constraint_type: v.string(),
  constraint_value: optionalText,
  constraint_values: v.nullish(v.array(v.string())),
})
export type Constraint = v.InferOutput<typeof Constraint>

export interface Definition {
  relationship: 'AND' | 'OR'
  constraints: (Constraint | Definition)[]
}
const relationship = v.picklist(['AND', 'OR'])

/** Two levels, spelled out: a recursive schema would accept unlimited depth. */
// @__NO_SIDE_EFFECTS__
export function definitionOf(constraint: v.GenericSchema<Constraint>): v.GenericSchema<Definition> {
  const group: v.GenericSchema<Definition> = v.object({ relationship, constraints: v.array(constraint) })
  return v.object({ relationship, constraints: v.array(v.union([group, constraint])) })
}
export const Definition = definitionOf(Constraint)

export const ValueDefinition = v.object({
  name: v.string(),
  description: textOrEmpty,
  definition: Definition,
  order: v.nullish(v.number()),
})
export type ValueDefinition = v.InferOutput<typeof ValueDefinition>

const TopAnswer = v.tuple([textOrNull, countOrHidden])

export const Variable = v.object({
  variable_name: v.string(),
  variable_type: v.nullish(v.string(), 'variable'),
  data_type: textOrEmpty,
  observations: countOrZero,
  explicit: textOrEmpty,
  question: textOrEmpty,
  implicit: textOrEmpty,
  possible_values: textList,
  value_mapping: v.nullish(textByCode, {}),
  answer_validation: textOrEmpty,
  answer_validation_desc: textOrEmpty,
  top_answers: v.pipe(
    v.nullish(v.array(TopAnswer), []),
    v.transform((answers) => answers.slice(0, TOP_ANSWERS_SHOWN)),
  ),
  literal_values: textList,
  contributors: v.nullish(
    v.array(
      v.union([
        Contributor,
        v.pipe(
          v.string(),
          v.transform((name) => v.parse(Contributor, { variable_name: name })),
        ),
      ]),
    ),
    [],
  ),
  default_value: textOrNull,
  value_definitions: v.nullish(v.array(ValueDefinition), []),
  /** The formula of a score; empty for other variables. */
  formula: textOrEmpty,
  constructid: idOrNull,
})
export type Variable = v.InferOutput<typeof Variable>

export const Construct = v.object({
  ...Variable.entries,
  constructid: id,
  name: textOrEmpty,
  description: textOrEmpty,
  construct_type: textOrEmpty,
  version,
  variables: textList,
  values: v.nullish(v.array(ValueDefinition), []),
})
export type Construct = v.InferOutput<typeof Construct>

export const VariableSet = v.object({
  varsetid: id,
  name: textOrEmpty,
  description: textOrEmpty,
  variables: textList,
  version,
})
export type VariableSet = v.InferOutput<typeof VariableSet>
