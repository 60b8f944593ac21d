import type { Constraint, Definition, Variable } from '#contract/shapes/entities.ts'
import { isCategory } from '#domain/data-types.ts'
import { formLabel } from '#domain/form-label.ts'
import { DESCRIPTION_MAX, UNKNOWN_VALUE, VARIABLE_NAME_MAX } from '#domain/limits.ts'
import { differentMeanings } from '#domain/question-versions.ts'
import { nameOfValue } from '#domain/text/suggested-names.ts'
import { textAt } from '#domain/text/text.ts'
import type { ConstructRequest } from '#features/custom-variables/draft-request.ts'
import type { GivenConstruct } from '#features/custom-variables/draft.ts'

/** A proposal for one variable over the versions of a question. */
export interface CombinedVersions {
  readonly construct: GivenConstruct
  /** Codes whose meanings differ between versions. */
  readonly conflicts: readonly string[]
}

/** Whether versions of a question can be combined: their answers are single codes. */
export function canCombine({ dataType }: Pick<Variable, 'dataType'>): boolean {
  return isCategory(dataType)
}

/**
 * Proposes a value for each meaning, or for each code without one. An individual with answers in several versions gets
 * that of the first, in the order given.
 */
export function combineVersions(versions: readonly Variable[]): CombinedVersions {
  const meanings = new Map<string, { readonly name: string; readonly parts: (Constraint | Definition)[] }>()
  const names = new Set<string>()
  for (const [place, version] of versions.entries()) {
    const before = versions.slice(0, place).map(({ variableName }) => conditionOn(variableName, UNKNOWN_VALUE))
    for (const code of version.possibleValues) {
      const meaning = textAt(version.valueMapping, code)
      const key = meaning.trim().toLowerCase() || code
      const name = meanings.get(key)?.name ?? nameOfValue(meaning || `code_${code}`, (other) => names.has(other))
      names.add(name)
      const test = conditionOn(version.variableName, code)
      const part = before.length === 0 ? test : { relationship: 'AND' as const, constraints: [...before, test] }
      meanings.set(key, { name, parts: [...(meanings.get(key)?.parts ?? []), part] })
    }
  }
  const conflicts = differentMeanings(versions)
  return {
    construct: {
      name: '',
      description: descriptionOf(versions, conflicts),
      variables: versions.map(({ variableName }) => variableName),
      defaultValue: UNKNOWN_VALUE,
      values: [...meanings.values()].map(({ name, parts }, order) => ({
        name,
        description: '',
        definition: { relationship: 'OR', constraints: parts },
        order,
      })),
    },
    conflicts,
  }
}

/** Individuals by the version that gives their value: a value for each version, named by its form. */
export function sourceOfAnswers(versions: readonly Variable[], name: string): ConstructRequest {
  const names = new Set<string>()
  return {
    name,
    constructType: 'multiple',
    description: `The version with the first answer in ${sourcesOf(versions).join(', ')}.`,
    variables: versions.map(({ variableName }) => variableName),
    variableLimit: versions.length,
    defaultValue: UNKNOWN_VALUE,
    values: versions.map((version, order) => {
      const valueName = nameOfValue(formOf(version), (other) => names.has(other))
      names.add(valueName)
      const before = versions.slice(0, order).map(({ variableName }) => conditionOn(variableName, UNKNOWN_VALUE))
      const validity = { variableName: version.variableName, constraintType: 'VALID' as const }
      return {
        name: valueName,
        description: version.variableName,
        definition: { relationship: 'AND', constraints: [...before, validity] },
        order,
      }
    }),
  }
}

/** The suggested name of that variable. */
export function sourceName(name: string): string {
  return name.slice(0, VARIABLE_NAME_MAX - SOURCE_ENDING.length) + SOURCE_ENDING
}

const SOURCE_ENDING = '_SOURCE'

/** The form of a version, or its name if it has none. */
export function formOf({ variableName, contributors: [form] }: Variable): string {
  return form ? formLabel(form) : variableName
}

function conditionOn(variableName: string, value: string): Constraint {
  return { variableName, constraintType: 'EQ', constraintValue: value, constraintValues: null }
}

/** The question, and where the value comes from in the order of precedence. */
function descriptionOf(versions: readonly Variable[], conflicts: readonly string[]): string {
  const origin = [`The first answer in ${sourcesOf(versions).join(', ')}.`, ...conflicts].join(' ')
  const whole = `${versions[0]?.question ?? ''} ${origin}`.trim()
  return whole.length > DESCRIPTION_MAX ? origin : whole
}

function sourcesOf(versions: readonly Variable[]): string[] {
  return versions.map((version) => {
    const [name, form] = [version.variableName, formOf(version)]
    return form === name ? name : `${name} (${form})`
  })
}
