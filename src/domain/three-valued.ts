/** Kleene's logic: null is "unknown". True or unknown is true; false and unknown is false. */
export type Truth = boolean | null

export function and(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false
  return truths.includes(null) ? null : true
}

export function or(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true
  return truths.includes(null) ? null : false
}

export function not(truth: Truth): Truth {
  return truth === null ? null : !truth
}
