/** Computes once for a pair of objects that do not change, and keeps the result as long as both are held elsewhere. */
export function createPairMemo<Result>(): (one: object, other: object, compute: () => Result) => Result {
  const byOne = new WeakMap<object, WeakMap<object, { readonly result: Result }>>()
  return (one, other, compute) => {
    const byOther = byOne.get(one) ?? new WeakMap<object, { readonly result: Result }>()
    byOne.set(one, byOther)
    const known = byOther.get(other) ?? { result: compute() }
    byOther.set(other, known)
    return known.result
  }
}
