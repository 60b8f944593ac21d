import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#ui/middle-cut.module.css'

/** Characters that stay at the end, by which names of the same beginning differ. */
const END = 14
/** Shorter names are not cut. */
const CUT_ABOVE = END
/** A last word of this length says enough by itself. */
const WORD = 5

/** A name that is cut in its middle where there is no room for it, and never on paper. Its parts are drawn, its text is whole. */
export function MiddleCut({ text }: { text: string }) {
  const [begin, end] = partsOfName(text)
  if (begin === '') return text
  return (
    <span className={styles['cut']} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={styles['begin']} data-part={begin} />
      {end !== '' && <span className={styles['end']} data-part={end} />}
    </span>
  )
}

/**
 * The part of a name that may be cut, and the part that stays: its last letters, from a word on if there is one. Short
 * names are not cut, and names that end in dots are cut at their end: otherwise they would be cut twice.
 */
export function partsOfName(text: string): readonly [begin: string, end: string] {
  const letters = Array.from(text)
  if (letters.length <= CUT_ABOVE) return ['', text]
  if (/…\)*$/u.test(text)) return [text, '']
  const kept = Math.min(END, Math.floor(letters.length / 2))
  const blank = letters.indexOf(' ', -kept - 1)
  const start = blank === -1 || letters.length - blank <= WORD ? letters.length - kept : blank + 1
  return [letters.slice(0, start).join(''), letters.slice(start).join('')]
}
