import type { Getter } from 'jotai'
import type { Store } from '#command-kit/context.ts'
import { variableSetAtom } from '#entities/variable-sets.ts'
import { workingSetAtom } from '#entities/working-set.ts'

/** The title of a pane with a variable set. */
export function variableSetHeading(get: Getter, args: { readonly variableSetId: number } | null): string {
  return (args && get(variableSetAtom(args.variableSetId)).data?.name) ?? 'Variable Set'
}

/** The variables named, or the working set where none are. */
export function namesToAdd(store: Pick<Store, 'get'>, names: readonly string[] | undefined): readonly string[] {
  return names ?? store.get(workingSetAtom)
}
