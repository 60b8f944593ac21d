import type { Variable } from '#contract/shapes.ts'

export function madeVariable(name: string, codes: readonly string[]): Variable {
  return {
    variable_name: name,
    variable_type: 'variable',
    data_type: 'categorical',
    observations: 0,
    explicit: '',
    question: '',
    implicit: '',
    possible_values: [...codes],
    value_mapping: {},
    answer_validation: '',
    answer_validation_desc: '',
    top_answers: [],
    literal_values: [],
    contributors: [],
    default_value: null,
    value_definitions: [],
    constructid: null,
  }
}
