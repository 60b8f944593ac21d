import type { ReactNode } from 'react'
import { useRunCommand } from '#command-kit/hooks.ts'
import { GLOSSARY, type TermId } from '#domain/glossary.ts'
import styles from '#entities/term.module.css'

interface TermProps {
  id: TermId
  /** An addition to the glossary's text. */
  note?: string
  children?: ReactNode
}

/** A glossary term: its tooltip works by pointer, keyboard and screen reader; a press opens the glossary. */
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
