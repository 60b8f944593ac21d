import type { Getter } from 'jotai'
import type { Store } from '#command-kit/context.ts'
import { variableSetAtom } from '#entities/variable-sets/variable-sets.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'

export function variableSetHeading(get: Getter, args: { readonly variableSetId: number } | null): string {
  return (args && get(variableSetAtom(args.variableSetId)).data?.name) ?? 'Variable Set'
}

/** The given variables, or the working set if none are given. */
export function namesToAdd(store: Pick<Store, 'get'>, names: readonly string[] | undefined): readonly string[] {
  return names ?? store.get(workingSetAtom)
}
