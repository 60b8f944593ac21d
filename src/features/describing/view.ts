import type { Average, Order } from '#features/describing/description.ts'
import type { Digits } from '#features/describing/figures.ts'

/** How the table is shown. */
export interface View {
  readonly average: Average
  readonly order: Order
  readonly digits: Digits
  readonly hasMissing: boolean
  readonly isYesOnly: boolean
  readonly hasCodes: boolean
  readonly hasIntervals: boolean
  readonly hasP: boolean
  readonly isOneOfEachFamily: boolean
  /** The diagnosis of the records as the first row. */
  readonly hasDiagnosis: boolean
}

export const AVERAGES: readonly { value: Average; label: string }[] = [
  { value: 'mean', label: 'Mean (SD)' },
  { value: 'median', label: 'Median (IQR)' },
]
export const DIGITS: readonly { value: Digits; label: string }[] = [
  { value: 'bySize', label: 'By size' },
  { value: '0', label: '0' },
  { value: '1', label: '1' },
  { value: '2', label: '2' },
]
export const ORDERS: readonly { value: Order; label: string }[] = [
  { value: 'set', label: 'Set' },
  { value: 'name', label: 'Name' },
  { value: 'difference', label: 'Largest difference' },
]

/** The choice that a parameter names; the first one is the default. */
function chosen<Value extends string>(text: string | null, [first, ...others]: readonly { readonly value: Value }[]) {
  const found = others.find(({ value }) => value === text) ?? first
  if (!found) throw new Error('A choice has a default.')
  return found.value
}

/** The options in the parameters of a URL, which have none of the defaults. */
export function viewIn(params: URLSearchParams): View {
  return {
    average: chosen(params.get('numbers'), AVERAGES),
    order: chosen(params.get('order'), ORDERS),
    digits: chosen(params.get('decimals'), DIGITS),
    hasMissing: params.get('missing') !== 'no',
    isYesOnly: params.get('values') === 'yes',
    hasCodes: params.get('codes') === 'yes',
    hasIntervals: params.get('ci') === 'yes',
    hasP: params.get('p') === 'yes',
    isOneOfEachFamily: params.get('families') === 'one',
    hasDiagnosis: params.get('diagnosis') === 'yes',
  }
}

export function withView(params: URLSearchParams, view: View): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, text: string, isChosen: boolean) => (isChosen ? next.set(name, text) : next.delete(name))
  put('numbers', view.average, view.average !== 'mean')
  put('order', view.order, view.order !== 'set')
  put('decimals', view.digits, view.digits !== 'bySize')
  put('missing', 'no', !view.hasMissing)
  put('values', 'yes', view.isYesOnly)
  put('codes', 'yes', view.hasCodes)
  put('ci', 'yes', view.hasIntervals)
  put('p', 'yes', view.hasP)
  put('families', 'one', view.isOneOfEachFamily)
  put('diagnosis', 'yes', view.hasDiagnosis)
  return next
}
