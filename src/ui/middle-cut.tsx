import type { ReactNode } from 'react'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#ui/middle-cut.module.css'

/** Characters that stay at the end: what tells names of the same beginning apart. */
const END = 14
/** Shorter names are not cut. */
const CUT_ABOVE = 2 * END

interface MiddleCutProps {
  text: string
  /** Renders a part of the text. */
  children?: (part: string) => ReactNode
}

/** A name that is cut in its middle where there is no room for it, and never on paper. */
export function MiddleCut({ text, children = (part) => part }: MiddleCutProps) {
  const letters = [...text]
  if (letters.length <= CUT_ABOVE) return children(text)
  return (
    <span className={styles['cut']} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={styles['begin']} aria-hidden="true">
        {children(letters.slice(0, -END).join(''))}
      </span>
      <span className={styles['end']} aria-hidden="true">
        {children(letters.slice(-END).join(''))}
      </span>
    </span>
  )
}
