import type { User } from '#server/model/user.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import type { CatalogVariable, AnswerCounts } from '#server/model/catalog.ts'
import { guardContext } from '#server/disclosure/guard-context.ts'
import { countSuppressedAnswers } from '#server/disclosure/suppressed-answers.ts'
import { readDetails, type VariableDetails } from '#server/store/catalog/catalog.ts'
import { presentCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import type { CatalogServices } from '#server/modules/catalog/services.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { Variable } from '#contract/shapes/shapes.ts'

/** Variables in the order of the requested names, with a cohort's counts; unknown names are left out. */
export async function lookUpVariables(
  connection: Connection,
  services: CatalogServices,
  user: User,
  { names, cohortId }: { readonly names: readonly string[]; readonly cohortId: number },
): Promise<object[]> {
  const known = await services.variables.of(connection, user.accountId)
  const variables: AnyVariable[] = names.map(known.find).filter((variable) => variable !== undefined)
  const details = await readDetails(
    connection,
    variables.filter((variable) => !isCustom(variable)).map((variable) => variable.name),
  )
  const countAnswers = await services.topAnswers(connection)
  const context = await guardContext(connection, services, user)
  const found: object[] = []
  for (const variable of variables) {
    const counts = context
      ? await countSuppressedAnswers(context, cohortId, variable)
      : await countAnswers(connection, { cohortId, reader: user }, variable)
    const detail = details.get(variable.name)
    if (variable.variableType !== 'variable') found.push(presentCustomVariable(variable, counts))
    else if (detail) found.push(presentVariable(variable, detail, counts))
  }
  return found
}

function presentVariable(variable: CatalogVariable, details: VariableDetails, counts: AnswerCounts): Variable {
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
