import type { Getter } from 'jotai'
import { variableSetAtom } from '#entities/variable-sets.ts'

/** The title of a pane with a variable set. */
export function variableSetHeading(get: Getter, args: { readonly variableSetId: number } | null): string {
  return (args && get(variableSetAtom(args.variableSetId)).data?.name) ?? 'Variable Set'
}
