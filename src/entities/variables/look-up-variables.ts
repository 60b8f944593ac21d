import type { Call, CallOptions, Result } from '#api/result.ts'
import type { Variable, VariableHit } from '#contract/shapes/entities.ts'
import { variableLookup } from '#contract/variables.ts'
import { ANY_NAME_MAX, LOOKUP_NAMES_MAX } from '#domain/limits.ts'
import { sortNames, type SortedNames } from '#domain/text/name-list.ts'

/** Variables by name, in the order of the names, in batches of the API's limit. Unknown names are left out. */
export async function lookUpVariables(
  call: Call,
  names: readonly string[],
  options: CallOptions = {},
): Promise<Result<Variable[]>> {
  // One name above the length limit would have the whole request rejected.
  const possible = names.filter((name) => name.length <= ANY_NAME_MAX)
  const found: Variable[] = []
  for (let first = 0; first < possible.length; first += LOOKUP_NAMES_MAX) {
    const page = possible.slice(first, first + LOOKUP_NAMES_MAX)
    const answer = await call(variableLookup, { variableNames: page }, options)
    if (!answer.ok) return answer
    found.push(...answer.value.data)
  }
  return { ok: true, value: found }
}

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
