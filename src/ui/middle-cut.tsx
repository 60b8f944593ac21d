import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#ui/middle-cut.module.css'

/** Characters that stay at the end, by which names of the same beginning differ. */
const END = 14
/** Shorter names are not cut. */
const CUT_ABOVE = 2 * END

/** A name that is cut in its middle where there is no room for it, and never on paper. Its parts are drawn, its text is whole. */
export function MiddleCut({ text }: { text: string }) {
  const letters = Array.from(text)
  if (letters.length <= CUT_ABOVE) return text
  return (
    <span className={styles['cut']} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={styles['begin']} data-part={letters.slice(0, -END).join('')} />
      <span className={styles['end']} data-part={letters.slice(-END).join('')} />
    </span>
  )
}
