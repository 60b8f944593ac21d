import { useAtomValue } from 'jotai'
import { notCountedWords } from '#domain/access.ts'
import { hasSeveralCodes } from '#domain/data-types.ts'
import { SEVERAL_ANSWERS } from '#domain/messages.ts'
import { notCountedAtom } from '#entities/session/session.ts'
import stack from '#ui/stack.module.css'

/** Names the collections excluded from counts because their number is suppressed (MIN_CELL). */
export function CountNotes({ leftOut }: { leftOut: readonly string[] }) {
  const notCounted = useAtomValue(notCountedAtom)
  if (notCounted.length > 0) return <NotCountedAnywhere />
  const codes = [...new Set(leftOut)].toSorted()
  if (codes.length === 0) return null
  return (
    <p className={stack['muted']}>
      Not counted: {codes.join(', ')}. You may not read these collections, and their part cannot be shown.
    </p>
  )
}

/** A note below counts: the collections of which no individual is counted, because the user may not read them. */
export function NotCountedAnywhere() {
  const notCounted = useAtomValue(notCountedAtom)
  return notCounted.length > 0 && <p className={stack['muted']}>{notCountedWords(notCounted)}.</p>
}

/** A note below shares of answers: an individual may have several answers to this variable. */
export function SeveralAnswersNote({ dataType }: { dataType: string }) {
  return hasSeveralCodes(dataType) && <p className={stack['muted']}>{SEVERAL_ANSWERS}</p>
}

/** Names the collections whose answers are in no summary. */
export function NotSummarized({ collections }: { collections: readonly string[] }) {
  const notCounted = useAtomValue(notCountedAtom)
  if (notCounted.length > 0) return <NotCountedAnywhere />
  if (collections.length === 0) return null
  return (
    <p className={stack['muted']}>
      Not counted in the summary: {collections.toSorted().join(', ')}. It is computed from answers that you may read.
    </p>
  )
}
