import { atom } from 'jotai'
import * as v from 'valibot'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { isCustomVariableKind } from '#domain/custom-variables/custom-variables.ts'
import { userAtom } from '#entities/session/session.ts'

/** By size, or by code: in the order in which the variable declares its values. */
const BarOrder = v.picklist(['size', 'code'])
type BarOrder = v.InferOutput<typeof BarOrder>

/** The order of the bars of categories; kept for each user in this browser. */
function orderAtom(name: string, initial: BarOrder) {
  const keptAtom = userStorageAtom<BarOrder>(name, BarOrder, initial)
  return atom(
    (get) => get(keptAtom(get(userAtom)?.username ?? '')),
    (get, set, order: BarOrder) => set(keptAtom(get(userAtom)?.username ?? ''), order),
  )
}

const catalogOrderAtom = orderAtom('bar-order', 'size')
const customOrderAtom = orderAtom('bar-order-custom', 'code')

/** The values of a custom variable have the order of its definition, unless the user chose otherwise. */
export function barOrderAtom({ variableType }: Pick<Variable, 'variableType'>) {
  return isCustomVariableKind(variableType) ? customOrderAtom : catalogOrderAtom
}

/** Bars, largest first, in the wanted order. Codes that the variable does not declare are last. */
export function inOrder<Bar extends { readonly key: string }>(
  bars: readonly Bar[],
  order: BarOrder,
  declared: readonly string[],
): readonly Bar[] {
  if (order === 'size') return bars
  const places = new Map(declared.map((code, place) => [code, place]))
  const placeOf = ({ key }: Bar) => places.get(key) ?? declared.length
  return bars.toSorted((one, other) => placeOf(one) - placeOf(other))
}
