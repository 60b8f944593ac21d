import type { ReactNode } from 'react'
import { useRunCommand } from '#command-kit/hooks.ts'
import { GLOSSARY, type TermId } from '#domain/glossary.ts'
import styles from '#entities/term.module.css'

interface TermProps {
  id: TermId
  /** What else is to be known of it here. */
  note?: string
  children?: ReactNode
}

/** A word that explains itself, to the pointer, the keyboard and a screen reader; pressed, it opens the glossary there. */
export function Term({ id, note = '', children }: TermProps) {
  const run = useRunCommand('button')
  const [term, explanation] = GLOSSARY[id]
  const words = note === '' ? explanation : `${explanation} ${note}`
  return (
    <button
      type="button"
      className={styles['term']}
      data-command="glossary.open"
      {...{ 'data-tooltip': words, 'aria-description': words }}
      onClick={() => void run({ id: 'glossary.open', args: { term: id } })}
    >
      {children ?? term}
    </button>
  )
}
