import type { Variable } from '#contract/shapes/entities.ts'
import type { DataType } from '#domain/data-types.ts'

/** A variable with these codes and nothing else. */
export function madeVariable(name: string, codes: readonly string[], dataType: DataType = 'categorical'): Variable {
  return {
    variableName: name,
    variableType: 'variable',
    dataType: dataType,
    observations: 0,
    explicit: '',
    question: '',
    implicit: '',
    possibleValues: [...codes],
    valueMapping: {},
    answerValidation: '',
    answerValidationDesc: '',
    topAnswers: [],
    literalValues: [],
    contributors: [],
    defaultValue: null,
    valueDefinitions: [],
    formula: '',
    constructId: null,
  }
}
