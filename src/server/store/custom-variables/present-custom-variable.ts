import type { Construct, Variable } from '#contract/shapes.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { CustomVariable } from '#server/model/variable.ts'
import type { AnswerCounts } from '#server/model/answer-counts.ts'
import { versionOf } from '#server/store/thing-version.ts'

/** A custom variable as any variable is told; in place of codebook pages it names its sources. */
export function presentCustomVariable(variable: CustomVariable, counts: AnswerCounts) {
  const described = variable.definitions.map(({ name, description }) => [name, description] as const)
  return {
    variable_name: variable.name,
    variable_type: variable.variableType,
    data_type: variable.dataType,
    observations: counts.observations,
    explicit: '',
    question: variable.description,
    implicit: '',
    possible_values: [...variable.possibleValues],
    value_mapping: Object.fromEntries(described.filter(([, description]) => description !== '')),
    answer_validation: '',
    answer_validation_desc: '',
    top_answers: counts.topAnswers,
    literal_values: [],
    contributors: variable.sources.map(({ name }) => name),
    default_value: variable.defaultValue ?? UNKNOWN_VALUE,
    value_definitions: [...variable.definitions],
    constructid: variable.constructId,
  } satisfies Omit<Variable, 'contributors'> & { contributors: string[] }
}

/** A custom variable as the calls tell it: its definition beside what every variable has. */
export function presentConstruct(variable: CustomVariable, counts: AnswerCounts) {
  return {
    ...presentCustomVariable(variable, counts),
    name: variable.name,
    description: variable.description,
    construct_type: variable.variableType,
    version: versionOf({ name: variable.name, description: variable.description }),
    variables: variable.sources.map(({ name }) => name),
    values: [...variable.definitions],
  } satisfies Omit<Construct, 'contributors'> & { contributors: string[] }
}
