import type { CodeForm, DownloadCompleteness } from '#contract/downloads.ts'
import type { Versions } from '#contract/session.ts'
import { movementFrom, type Movement } from '#contract/shapes/cohort-flow.ts'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import { definitionWords } from '#contract/shapes/constraint-fields.ts'
import type { Cohort } from '#contract/shapes/shapes.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import type { CitedFile } from '#domain/citation.ts'
import type { FlowStep } from '#domain/cohorts/cohort-flow.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { DownloadExtent } from '#server/engine/downloads/extent.ts'
import type { Phenotype } from '#server/engine/downloads/phenotype-lines.ts'
import type { CustomVariable } from '#server/model/variable.ts'
import type { JoinedColumns } from '#server/modules/downloads/bundle/loading-snippets.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'
import { formulaTextOf } from '#server/store/custom-variables/custom-variables.ts'
import type { SavedVariableSet } from '#server/store/variable-sets/variable-sets.ts'

/** The definitions of rows and columns, machine-readable and in words. */
export function definitionsText(download: DescribedDownload): string {
  const { madeAt, versions, codeForm, extent, set, lineage, customVariables, withdrawn } = download
  const definitions = {
    made_at: madeAt.toISOString(),
    versions: Object.fromEntries(PARTS.map((part) => [part, versions[part]])),
    data_release: versions.release,
    codes: codeForm,
    rows: extent.rows,
    excluded: extent.excluded,
    withdrawn,
    variable_set: { varsetid: set.varsetid, name: set.name, description: set.description, variables: set.variables },
    cohort: lineage.map(stepOf),
    custom_variables: customVariables.map(customOf),
  }
  return `${JSON.stringify(definitions, null, 2)}\n`
}

function stepOf({ cohort, words, count, movement, notCounted }: LineageStep) {
  const { parents: _, children: __, collections, rowcount: ___, kept: ____, ...made } = cohort
  return {
    ...made,
    words,
    count,
    ...(movement ?? { kept: null, left: null, added: null }),
    ...(notCounted.length > 0 && { not_counted_collections: notCounted }),
    collections,
  }
}

function customOf(variable: CustomVariable) {
  return {
    constructid: variable.constructId,
    variable_name: variable.name,
    description: variable.description,
    construct_type: variable.variableType,
    variables: variable.sources.map(({ name }) => name),
    default_value: variable.defaultValue ?? UNKNOWN_VALUE,
    values: variable.definitions,
    ...(variable.formula && { formula: formulaTextOf(variable) }),
    words: customWords(variable),
  }
}

/** The rules of a custom variable in order of evaluation, or its formula. */
export function customWords(variable: CustomVariable): string[] {
  const { definitions, defaultValue } = variable
  if (variable.formula) return [formulaTextOf(variable), 'unknown where the formula has an unknown part']
  return [
    'no value where every source is missing',
    ...definitions.map(({ name, definition }) => {
      const words = definitionWords(fromWire(definition))
      return words === '' ? `${name}: no rule of its own` : `${name}: ${words}`
    }),
    ...(defaultValue === null
      ? [`${UNKNOWN_VALUE}: where no rule matches`]
      : [
          `${defaultValue}: where no rule matches and none is undetermined`,
          `${UNKNOWN_VALUE}: where no rule matches and at least one is undetermined (missing answers)`,
        ]),
  ]
}

/** The documentation of a bundle, without the rows. */
export interface DescribedDownload {
  readonly title: string
  readonly cited: CitedFile
  readonly madeAt: Date
  readonly username: string
  readonly versions: Versions
  readonly isSynthetic: boolean
  readonly codeForm: CodeForm
  readonly set: SavedVariableSet
  readonly columns: readonly DescribedColumn[]
  readonly lineage: readonly LineageStep[]
  readonly extent: DownloadExtent
  /** Withdrawn individuals of the cohort, who have no row; null if it is hidden. */
  readonly withdrawn: number | null
  /** The CONSORT flow of the cohort. */
  readonly flow: readonly FlowStep[]
  /** Whether Table 1 is written, or left out for its size or for want of the capability. */
  readonly tableOne: 'written' | 'too large' | 'not offered'
  /** Versions of questions that the definition of the cohort takes as one and that the set lacks. */
  readonly lacked: readonly (readonly string[])[]
  /** The columns of questions of which the set has several versions, for the scripts that load the data. */
  readonly joined: JoinedColumns
  /** Null if the answers are not counted. */
  readonly completeness: DownloadCompleteness | null
  /** Custom variables of the set and of the lineage with all their sources; sources come first. */
  readonly customVariables: readonly CustomVariable[]
  readonly phenotypes: readonly Phenotype[]
  /** Variables that PLINK files leave out, because two codes would get one name. */
  readonly collidingCodes: readonly string[]
  /** Two ids that would be equal in a PLINK file, which is then left out. */
  readonly collidingIds: readonly [string, string] | null
  /** Whether ids are pseudonyms of this download. */
  readonly isTraced: boolean
}

/** Name and version, as citations give them. */
export function softwareOf({ diverweb }: Versions): string {
  return `DIVER ${diverweb}`
}

export const PARTS = ['diverapp', 'diverweb', 'diverRPC', 'db_procs', 'db_edit'] as const

/** One cohort of the lineage. */
export interface LineageStep {
  readonly cohort: Cohort
  readonly words: string
  readonly count: number | null
  /** How the members of the first parent were split; null for the first step. */
  readonly movement: Movement | null
  /** Collections whose texts the condition did not compare, because the user may not read them. */
  readonly notCounted: readonly string[]
}

/** A cohort and all its ancestors, each once; parents come first. */
export function ancestryOf(cohorts: readonly Cohort[], cohortId: number): Cohort[] {
  const byId = new Map(cohorts.map((cohort) => [cohort.cohortid, cohort]))
  const found = new Set<Cohort>()
  const visit = (id: number | null) => {
    const cohort = id === null ? undefined : byId.get(id)
    if (!cohort || found.has(cohort)) return
    visit(cohort.parent_id)
    visit(cohort.secondparent_id)
    found.add(cohort)
  }
  visit(cohortId)
  return [...found]
}

/** The steps of a lineage in words and numbers. */
export function lineageOf(
  ancestry: readonly Cohort[],
  meaningOf: (variableName: string, code: string) => string,
  isUnread: (cohort: Cohort, collection: string) => boolean,
): LineageStep[] {
  const byId = new Map(ancestry.map((cohort) => [cohort.cohortid, cohort]))
  return ancestry.map((cohort) => {
    const parent = byId.get(cohort.parent_id ?? 0)
    const meaning = (code: string) => {
      const words = meaningOf(cohort.variable_name ?? '', code)
      return words === '' ? code : `${code} (${words})`
    }
    return {
      cohort,
      words: cohortWords(fromWire(cohort), meaning, (id) => byId.get(id)?.name),
      count: cohort.rowcount,
      movement: parent ? movementFrom(fromWire(parent), fromWire(cohort)) : null,
      notCounted: parent?.collections?.filter((collection) => isUnread(cohort, collection)) ?? [],
    }
  })
}
