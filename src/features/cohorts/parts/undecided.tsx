import type { ReactNode } from 'react'
import { undecidedWords } from '#domain/cohort-notes.ts'
import stack from '#ui/stack.module.css'

interface UndecidedProps {
  /** Members that a difference keeps as it is unknown whether the second cohort has them; null where that is not told. */
  count: number | null
  /** How they can be left out. */
  children?: ReactNode
}

/** How many members of a difference are there only because an answer is missing. */
export function Undecided({ count, children }: UndecidedProps) {
  if (!count) return null
  return (
    <p className={stack['muted']}>
      {undecidedWords(count)} {children}
    </p>
  )
}
