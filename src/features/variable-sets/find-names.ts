import type { Call, Result } from '#api/result.ts'
import type { VariableHit } from '#contract/shapes.ts'
import { lookUpVariables } from '#entities/look-up-variables.ts'
import { sortNames, type SortedNames } from '#domain/name-list.ts'

/** Which names there are variables of: in the catalog as it was fetched, and for the rest on the server. */
export async function findNames(
  { call }: { readonly call: Call },
  names: readonly string[],
  catalog: readonly VariableHit[],
): Promise<Result<SortedNames>> {
  const inCatalog = catalog.map(({ variable_name }) => variable_name)
  const sorted = sortNames(names, inCatalog)
  if (sorted.unknown.length === 0) return { ok: true, value: sorted }
  const answer = await lookUpVariables(call, sorted.unknown)
  if (!answer.ok) return answer
  const asked = answer.value.map(({ variable_name }) => variable_name)
  return { ok: true, value: sortNames(names, [...inCatalog, ...asked]) }
}
