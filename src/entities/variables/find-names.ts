import type { Call, Result } from '#api/result.ts'
import type { VariableHit } from '#contract/shapes/entities.ts'
import { sortNames, type SortedNames } from '#domain/text/name-list.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'

/** Looks up names in the fetched catalog, and the rest on the server. */
export async function findNames(
  { call }: { readonly call: Call },
  names: readonly string[],
  catalog: readonly VariableHit[],
): Promise<Result<SortedNames>> {
  const inCatalog = catalog.map(({ variableName }) => variableName)
  const sorted = sortNames(names, inCatalog)
  if (sorted.unknown.length === 0) return { ok: true, value: sorted }
  const answer = await lookUpVariables(call, sorted.unknown)
  if (!answer.ok) return answer
  const asked = answer.value.map(({ variableName }) => variableName)
  return { ok: true, value: sortNames(names, [...inCatalog, ...asked]) }
}
