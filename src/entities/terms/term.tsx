import { useEffect, useState, type ReactNode } from 'react'
import { useRunCommand } from '#command-kit/hooks.ts'
import { TERM_NAMES, type TermId } from '#domain/terms.ts'
import styles from '#entities/terms/term.module.css'

interface TermProps {
  id: TermId
  /** An addition to the glossary's text. */
  note?: string
  children?: ReactNode
}

/** A glossary term: its tooltip works by pointer, keyboard and screen reader; a press opens the glossary. */
export function Term({ id, note = '', children }: TermProps) {
  const run = useRunCommand('button')
  const [explanation, setExplanation] = useState('')
  useEffect(() => {
    let isShown = true
    const load = async () => {
      const { EXPLANATIONS } = await import('#domain/glossary.ts')
      if (isShown) setExplanation(EXPLANATIONS[id])
    }
    void load()
    return () => {
      isShown = false
    }
  }, [id])
  const words = note === '' ? explanation : `${explanation} ${note}`
  return (
    <button
      type="button"
      className={styles['term']}
      data-command="glossary.open"
      {...{ 'data-tooltip': words, 'aria-description': words }}
      onClick={() => void run({ id: 'glossary.open', args: { term: id } })}
    >
      {children ?? TERM_NAMES[id]}
    </button>
  )
}
