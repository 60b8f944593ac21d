import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { DUPLICATE_VARIABLE_NAME } from '#domain/messages.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { freeVariableName } from '#domain/text/suggested-names.ts'
import { catalogAtom } from '#entities/variables/variables.ts'

/** The suggestion if it is free, else followed by a number; empty for an empty one. */
export function useFreeName(suggestion: string): string {
  const catalog = useAtomValue(catalogAtom).data
  return useMemo(() => {
    const taken = new Set(catalog?.map(({ variableName }) => variableName.toUpperCase()))
    const isTaken = (name: string) => taken.has(name.toUpperCase())
    return isTaken(suggestion) ? freeVariableName(suggestion, isTaken) : suggestion
  }, [suggestion, catalog])
}

/** The error of the name of a new variable. Names are unique, ignoring case; only the server knows those of other projects. */
export function useNameProblem(): (name: string) => string | null {
  const catalog = useAtomValue(catalogAtom).data
  return (name) => {
    const isTaken = catalog?.some((hit) => hit.variableName.toUpperCase() === name.toUpperCase()) ?? false
    return VARIABLE_NAME.problem(name) ?? (isTaken ? DUPLICATE_VARIABLE_NAME : null)
  }
}
