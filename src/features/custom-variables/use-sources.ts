import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Variable } from '#contract/shapes.ts'
import { variableAtom } from '#entities/variables.ts'

/** The source variables that are known, in the draft's order; the same list as long as they are the same. */
export function useSources(names: readonly string[]): readonly Variable[] {
  const key = names.join(',')
  const sourcesAtom = useMemo(() => {
    const wanted = key.split(',').filter(Boolean)
    return atom((get) => wanted.flatMap((name) => get(variableAtom({ name })).data ?? []))
  }, [key])
  return useAtomValue(sourcesAtom)
}
