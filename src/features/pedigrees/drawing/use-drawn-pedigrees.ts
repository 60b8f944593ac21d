import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { cohortPedigrees } from '#contract/pedigrees.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { isFlag } from '#domain/data-types.ts'
import { PEDIGREES_ON_SHEET } from '#domain/limits.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { variableAtom } from '#entities/variables/variables.ts'

export type PedigreeOrder = 'family' | 'affected'

/** Parameters of the pane's URL; null removes one. */
type Changes = Readonly<Record<string, string | null>>

/** The pedigrees around a position, from 1, in the order and with the trait of the pane's URL. */
export function useDrawnPedigrees(cohort: Cohort, place: number) {
  const [params, setParams] = useSearchParams()
  const isSupported = useAtomValue(isOfferedAtom)(cohortPedigrees)
  const order: PedigreeOrder = params.get('order') === 'affected' ? 'affected' : 'family'
  const chosen = params.get('trait')
  const value = params.get('value')
  const variable = useAtomValue(variableAtom({ name: chosen ?? '' })).data ?? null
  const needsValue = chosen !== null && !isFlag(variable?.dataType ?? '') && value === null
  const trait = chosen === null || needsValue ? {} : { variable: chosen, ...(value !== null && { value }) }

  const first = Math.floor((place - 1) / PEDIGREES_ON_SHEET) * PEDIGREES_ON_SHEET
  const query = useCall({
    endpoint: cohortPedigrees,
    request: isSupported
      ? { cohortId: cohort.cohortId, offset: first, limit: PEDIGREES_ON_SHEET, order, ...trait }
      : null,
    key: 'pedigrees',
  })
  const isLarge = params.get('large') === '1'
  const changed = (current: URLSearchParams, part: Changes) => {
    const next = new URLSearchParams(current)
    for (const [name, text] of Object.entries(part)) {
      if (text === null) next.delete(name)
      else next.set(name, text)
    }
    return next
  }
  const change = (part: Changes, replace = true) => setParams((current) => changed(current, part), { replace })
  const pedigrees = query.isPlaceholderData ? [] : (query.data?.data ?? [])
  return {
    isSupported: isSupported,
    query,
    isLarge,
    /** The drawn pedigrees, and the position of the first. */
    pedigrees,
    start: isLarge ? place : first + 1,
    pedigree: pedigrees[place - 1 - first],
    total: query.data?.total ?? 0,
    /** Null if suppressed. */
    excluded: query.data ? query.data.excluded : 0,
    order,
    trait,
    traitName: chosen,
    traitVariable: variable,
    traitValue: value,
    hasTrait: chosen === null ? cohort.variableName !== null : !needsValue,
    goTo: (next: number) => change({ pedigree: String(next) }),
    addressOf: (next: number) => ({ search: `?${changed(params, { pedigree: String(next), large: '1' })}` }),
    toggleSheet: () => change({ large: isLarge ? null : '1' }, false),
    setOrder: (next: PedigreeOrder) => change({ order: next === 'family' ? null : next, pedigree: '1' }),
    setTrait: (name: string, next: string | null) => change({ trait: name, value: next, pedigree: '1' }),
  }
}
