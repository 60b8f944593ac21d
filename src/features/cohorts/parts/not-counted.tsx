import { notCountedWords } from '#domain/access.ts'
import { countOf } from '#domain/numbers.ts'
import stack from '#ui/stack.module.css'

interface NotCountedProps {
  counts: {
    readonly notCounted?: number | null | undefined
    readonly notCountedCollections?: readonly string[] | null | undefined
  } | null
}

/** How many individuals a condition left out for want of access, and why. */
export function NotCounted({ counts }: NotCountedProps) {
  if (!counts?.notCounted) return null
  return (
    <p className={stack['muted']}>
      {notCountedWords(counts.notCountedCollections ?? [])} ({countOf(counts.notCounted, 'individual')}). Texts are
      compared only in collections that you may read.
    </p>
  )
}
