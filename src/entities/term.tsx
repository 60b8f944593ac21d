import type { ReactNode } from 'react'
import { useRunCommand } from '#command-kit/hooks.ts'
import { GLOSSARY, type TermId } from '#domain/glossary.ts'
import styles from '#entities/term.module.css'

/** A word that explains itself, to the pointer, the keyboard and a screen reader; pressed, it opens the glossary there. */
export function Term({ id, children }: { id: TermId; children?: ReactNode }) {
  const run = useRunCommand('button')
  const [term, words] = GLOSSARY[id]
  return (
    <button
      type="button"
      className={styles['term']}
      {...{ 'data-tooltip': words, 'aria-description': words }}
      onClick={() => void run({ id: 'glossary.open', args: { term: id } })}
    >
      {children ?? term}
    </button>
  )
}
