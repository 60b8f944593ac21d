import { notCountedWords } from '#domain/access.ts'
import { countOf } from '#domain/numbers.ts'
import stack from '#ui/stack.module.css'

interface NotCountedProps {
  counts: {
    readonly not_counted?: number | null | undefined
    readonly not_counted_collections?: readonly string[] | null | undefined
  } | null
}

/** How many individuals a condition left out for want of access, and why. */
export function NotCounted({ counts }: NotCountedProps) {
  if (!counts?.not_counted) return null
  return (
    <p className={stack['muted']}>
      {notCountedWords(counts.not_counted_collections ?? [])} ({countOf(counts.not_counted, 'individual')}). Texts are
      compared only in collections that you may read.
    </p>
  )
}
