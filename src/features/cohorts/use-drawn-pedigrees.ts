import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { cohortPedigrees } from '#contract/pedigrees.ts'
import type { Cohort } from '#contract/shapes.ts'
import { PEDIGREES_AT_ONCE } from '#domain/limits.ts'
import { capabilitiesAtom } from '#entities/session.ts'
import { useCall } from '#entities/use-call.ts'
import { variableAtom } from '#entities/variables.ts'

export type PedigreeOrder = 'family' | 'affected'

/** The pedigree at a place, from 1, of a cohort's in the order that the pane's URL says, with the trait it names. */
export function useDrawnPedigrees(cohort: Cohort, place: number) {
  const [params, setParams] = useSearchParams()
  const canTell = useAtomValue(capabilitiesAtom).includes('pedigrees')
  const order: PedigreeOrder = params.get('order') === 'affected' ? 'affected' : 'family'
  const chosen = params.get('trait')
  const value = params.get('value')
  const variable = useAtomValue(variableAtom({ name: chosen ?? '' })).data ?? null
  const needsValue = chosen !== null && variable?.data_type !== 'dichotomous' && value === null
  const trait = chosen === null || needsValue ? {} : { variable: chosen, ...(value !== null && { value }) }

  const first = Math.floor((place - 1) / PEDIGREES_AT_ONCE) * PEDIGREES_AT_ONCE
  const query = useCall({
    endpoint: cohortPedigrees,
    request: canTell ? { cohortid: cohort.cohortid, offset: first, limit: PEDIGREES_AT_ONCE, order, ...trait } : null,
    key: 'pedigrees',
  })
  const change = (part: Readonly<Record<string, string | null>>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, text] of Object.entries(part)) {
          if (text === null) next.delete(name)
          else next.set(name, text)
        }
        return next
      },
      { replace: true },
    )
  return {
    canTell,
    query,
    pedigree: query.isPlaceholderData ? undefined : query.data?.data[place - 1 - first],
    total: query.data?.total ?? 0,
    /** Null is a number that is not told. */
    excluded: query.data ? query.data.excluded : 0,
    order,
    trait,
    traitName: chosen,
    traitVariable: variable,
    traitValue: value,
    hasTrait: chosen === null ? cohort.variable_name !== null : !needsValue,
    goTo: (next: number) => change({ pedigree: String(next) }),
    setOrder: (next: PedigreeOrder) => change({ order: next === 'family' ? null : next, pedigree: '1' }),
    setTrait: (name: string, next: string | null) => change({ trait: name, value: next, pedigree: '1' }),
  }
}
