import stack from '#ui/stack.module.css'

/** Names the collections excluded from counts because their number is suppressed (MIN_CELL). */
export function CountNotes({ leftOut }: { leftOut: readonly string[] }) {
  const codes = [...new Set(leftOut)].toSorted()
  if (codes.length === 0) return null
  return (
    <p className={stack['muted']}>
      Not counted: {codes.join(', ')}. You may not read these collections, and their part cannot be shown.
    </p>
  )
}

/** Names the collections whose answers are in no summary. */
export function NotSummarized({ collections }: { collections: readonly string[] }) {
  if (collections.length === 0) return null
  return (
    <p className={stack['muted']}>
      Not counted in the summary: {collections.toSorted().join(', ')}. It is computed from answers that you may read.
    </p>
  )
}
