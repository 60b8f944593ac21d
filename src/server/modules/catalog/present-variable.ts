import type { Variable } from '#contract/shapes.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { VariableDetails } from '#server/store/catalog/catalog.ts'
import type { AnswerCounts } from '#server/model/answer-counts.ts'

export function presentVariable(variable: CatalogVariable, details: VariableDetails, counts: AnswerCounts): Variable {
  return {
    variable_name: variable.name,
    variable_type: variable.variableType,
    data_type: variable.dataType,
    observations: counts.observations,
    explicit: details.explicit_context,
    question: variable.question,
    implicit: details.implicit_context,
    possible_values: [...variable.possibleValues],
    value_mapping: details.value_mapping,
    answer_validation: details.answer_validation,
    answer_validation_desc: details.answer_validation_desc,
    top_answers: counts.topAnswers,
    literal_values: [],
    contributors: [
      {
        variable_name: variable.name,
        instrument: variable.instrument,
        version: variable.version,
        section: variable.section,
        TOC_page: details.toc_page,
        item: details.item,
        PDF_file: details.pdf_file,
        PDF_page: details.pdf_page,
      },
    ],
    default_value: null,
    value_definitions: [],
    constructid: null,
  }
}
