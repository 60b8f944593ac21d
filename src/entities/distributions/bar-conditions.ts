import { atom } from 'jotai'
import * as v from 'valibot'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import type { Operator } from '#domain/conditions/operators.ts'
import { isCustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import { hasSeveralCodes } from '#domain/data-types.ts'
import { completeDate, dateInterval } from '#domain/data-types/date.ts'
import { parseNumber } from '#domain/data-types/number.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { userAtom } from '#entities/session/session.ts'
import type { Range } from '#ui/charts/histogram-shape.ts'
import type { BarSpan } from '#ui/charts/use-brush.ts'

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

/** Whether the order by code differs from that by size. `keys`: the bars, largest first. */
export function hasTwoOrders(keys: readonly string[], declared: readonly string[]): boolean {
  const bars = keys.map((key) => ({ key }))
  return inOrder(bars, 'code', declared).some(({ key }, place) => key !== keys[place])
}

/** The bars of a histogram of numbers, or of dates (YYYY or YYYY-MM, both ends included). */
export type Bars =
  | { readonly kind: 'number'; readonly bins: readonly Range[] }
  | { readonly kind: 'date'; readonly bins: readonly { readonly from: string; readonly to: string }[] }

/** The outcome of a condition for all answers of a bar; `partly` if they differ, or if the bar does not decide it. */
export type BarOutcome = 'match' | 'noMatch' | 'partly'

const HAS_ANSWER: Condition = { operator: 'VALID', values: [] }

/**
 * The conditions that together match exactly the individuals of some bars. Bars of whole numbers end at their last
 * number, others before the start of the next. With disclosure control the first and the last of these include all
 * values beyond, and without it there are none beyond, so that these two have no condition at their outer end.
 */
export function conditionsOfBars(bars: Bars, { first, last }: BarSpan): readonly Condition[] {
  if (bars.kind === 'date') return [dateCondition(bars.bins, { first, last })]
  const { bins } = bars
  const [from, to] = [bins[first]?.from, bins[last]?.to]
  if (from === undefined || to === undefined) return []
  if (areWhole(bins)) {
    return [
      from === to
        ? { operator: 'EQ', values: [String(from)] }
        : { operator: 'BETWEEN', values: [String(from), String(to)] },
    ]
  }
  const ends: Condition[] = [
    ...(first > 0 ? [{ operator: 'GTE', values: [String(from)] } as const] : []),
    ...(last < bins.length - 1 ? [{ operator: 'LT', values: [String(to)] } as const] : []),
  ]
  return ends.length === 0 ? [HAS_ANSWER] : ends
}

/**
 * The same as one condition. BETWEEN includes both ends: between two bars of fractions, it ends at the last number below
 * the start of the next bar.
 */
export function conditionOfBars(bars: Bars, span: BarSpan): Condition | null {
  const [low, high] = conditionsOfBars(bars, span)
  if (low === undefined || high === undefined) return low ?? null
  const [from = '', to = ''] = [...low.values, ...high.values]
  return { operator: 'BETWEEN', values: [from, String(numberBelow(Number(to)))] }
}

/** Whether a bar ends at its last number and not at the start of the next. */
function areWhole([one, next]: readonly Range[]): boolean {
  return one !== undefined && (next === undefined ? one.from === one.to : one.to < next.from)
}

/** The smallest number with all digits; no answer is smaller (see `codeReason`). */
const SMALLEST = 2.2250738585072014e-308

/** The greatest double below another. */
export function numberBelow(number: number): number {
  if (number === 0) return -SMALLEST
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, number)
  view.setBigInt64(0, view.getBigInt64(0) + (number > 0 ? -1n : 1n))
  return view.getFloat64(0)
}

function dateCondition(bins: Extract<Bars, { kind: 'date' }>['bins'], { first, last }: BarSpan): Condition {
  const [from, to] = [daysOf(bins[first]?.from ?? ''), daysOf(bins[last]?.to ?? '')]
  return { operator: 'BETWEEN', values: [from?.first ?? '', to?.last ?? ''] }
}

/** The first and the last day of YYYY or YYYY-MM. */
function daysOf(text: string) {
  return dateInterval(completeDate(text) ?? '')
}

interface Interval<Value extends number | string> {
  readonly first: Value
  readonly last: Value
}

/** The outcome of a condition for each bar; null for an incomplete condition. */
export function outcomesOfBars(bars: Bars, condition: Condition): readonly BarOutcome[] | null {
  const always = presenceOutcome(condition)
  if (always !== null) return bars.bins.map(() => always)
  if (bars.kind === 'date') return outcomes(bars.bins.map(dayInterval), condition, dateInterval)
  return outcomes(numberIntervals(bars.bins), condition, (text) => {
    const number = parseNumber(text)
    return number === null ? null : { first: number, last: number }
  })
}

/** Bars show individuals with an answer. */
function presenceOutcome({ operator, values }: Condition): BarOutcome | null {
  if (operator === 'VALID' || operator === 'EXISTS') return 'match'
  return operator === 'EQ' && values[0] === UNKNOWN_VALUE ? 'noMatch' : null
}

function dayInterval({ from, to }: { readonly from: string; readonly to: string }): Interval<string> {
  return { first: daysOf(from)?.first ?? '', last: daysOf(to)?.last ?? '' }
}

function numberIntervals(bins: readonly Range[]): Interval<number>[] {
  if (areWhole(bins)) return bins.map(({ from, to }) => ({ first: from, last: to }))
  return bins.map(({ from, to }, place) => ({
    first: place === 0 ? -Infinity : from,
    last: place === bins.length - 1 ? Infinity : numberBelow(to),
  }))
}

function outcomes<Value extends number | string>(
  bars: readonly Interval<Value>[],
  { operator, values }: Condition,
  read: (text: string) => Interval<Value> | null,
): readonly BarOutcome[] | null {
  const [low, high] = values.map(read)
  if (!low || (operator === 'BETWEEN' && !high)) return null
  return bars.map((bar) => outcomeOf(bar, operator, low, high ?? low))
}

/** By the three-valued comparison of intervals: a value with unknown digits is an interval, a number is not. */
function outcomeOf<Value extends number | string>(
  bar: Interval<Value>,
  operator: Operator,
  low: Interval<Value>,
  high: Interval<Value>,
): BarOutcome {
  const outcome = (isAll: boolean, isNone: boolean) => (isAll ? 'match' : isNone ? 'noMatch' : 'partly')
  switch (operator) {
    case 'GT':
      return outcome(bar.first > low.last, bar.last <= low.first)
    case 'GTE':
      return outcome(bar.first >= low.last, bar.last < low.first)
    case 'LT':
      return outcome(bar.last < low.first, bar.first >= low.last)
    case 'LTE':
      return outcome(bar.last <= low.first, bar.first > low.last)
    case 'BETWEEN':
      return outcome(bar.first >= low.last && bar.last <= high.first, bar.last < low.first || bar.first > high.last)
    case 'EQ':
      return outcome(isOnly(bar, low), !isWithin(low, bar))
    case 'NEQ':
      return outcome(!isWithin(low, bar), isOnly(bar, low))
    default:
      return 'partly'
  }
}

function isOnly<Value extends number | string>(bar: Interval<Value>, value: Interval<Value>): boolean {
  return bar.first === bar.last && bar.first === value.first && value.first === value.last
}

function isWithin<Value extends number | string>(inner: Interval<Value>, outer: Interval<Value>): boolean {
  return inner.first >= outer.first && inner.last <= outer.last
}

/**
 * The bars whose individuals are those of a condition, if they are consecutive and no bar matches partly. EXISTS matches
 * individuals without an answer too; no bar counts them.
 */
export function spanOfCondition(bars: Bars, condition: Condition): BarSpan | null {
  const shown = condition.operator === 'EXISTS' ? [] : (outcomesOfBars(bars, condition) ?? [])
  const [first, last] = [shown.indexOf('match'), shown.lastIndexOf('match')]
  const isSpan = first >= 0 && !shown.includes('partly') && !shown.slice(first, last).includes('noMatch')
  return isSpan ? { first, last } : null
}

/** The outcome of a condition for individuals with a code; with several codes, an individual may have others too. */
export function outcomeOfCode(
  { dataType, possibleValues }: { readonly dataType: string; readonly possibleValues: readonly string[] },
  code: string,
  condition: Condition,
): BarOutcome | null {
  const { operator, values } = condition
  const isValidity = operator === 'VALID'
  const always = isValidity ? null : presenceOutcome(condition)
  if (always !== null) return always
  if (!isValidity && (values.length === 0 || values[0] === '')) return null
  const isAmong = (isValidity ? possibleValues : values).includes(code)
  if (hasSeveralCodes(dataType) && isAmong === isValidity) return 'partly'
  return isAmong === (operator === 'NEQ') ? 'noMatch' : 'match'
}

/** The codes that a condition matches by name. */
export function chosenCodes(condition: Condition | null): readonly string[] {
  const isList = condition?.operator === 'EQ' || condition?.operator === 'ANYOF'
  return isList ? condition.values.filter((value) => value !== '') : []
}

/** A condition with one code more, or without it. */
export function conditionWithCode(condition: Condition | null, code: string, possible: readonly string[]): Condition {
  const before = chosenCodes(condition)
  const codes = possible.filter((value) => (value === code ? !before.includes(code) : before.includes(value)))
  return codes.length > 1 ? { operator: 'ANYOF', values: codes } : { operator: 'EQ', values: [codes[0] ?? ''] }
}
