import type { User } from '#server/model/user.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import { guardContext } from '#server/disclosure/guard-context.ts'
import { countSuppressedAnswers } from '#server/disclosure/suppressed-answers.ts'
import { readDetails } from '#server/store/catalog/catalog.ts'
import { presentCustomVariable } from '#server/store/custom-variables/present-custom-variable.ts'
import { presentVariable } from '#server/modules/catalog/present-variable.ts'
import type { CatalogServices } from '#server/modules/catalog/services.ts'
import type { Connection } from '#server/platform/db/database.ts'

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
