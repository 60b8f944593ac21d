/** Kleene's logic: null is "unknown". True or unknown is true; false and unknown is false. */
export type Truth = boolean | null

/** True only where all are; one that is not known leaves it unknown, unless another is false. */
export function and(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false
  return truths.includes(null) ? null : true
}

/** True where one is; one that is not known leaves it unknown, unless another is true. */
export function or(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true
  return truths.includes(null) ? null : false
}

/** What is not known stays so. */
export function not(truth: Truth): Truth {
  return truth === null ? null : !truth
}
