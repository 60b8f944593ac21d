import type { Variable } from '#contract/entities.ts'

/** A categorical variable with these codes and nothing else. */
export function madeVariable(name: string, codes: readonly string[]): Variable {
  return {
    variableName: name,
    variableType: 'variable',
    dataType: 'categorical',
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
    constructId: null,
  }
}
