import { memo } from 'react'
import { spokenKeys, strokeSigns, isApple } from '#ui/key-names.ts'
import styles from '#ui/key-hint.module.css'

interface KeyHintProps {
  seq: string
}

/** Keys rendered as `kbd`, with a spoken form. */
export const KeyHint = memo(function KeyHint({ seq }: KeyHintProps) {
  const apple = isApple()
  return (
    <span className={styles['hint']} role="img" aria-label={spokenKeys(seq, apple)}>
      {strokeSigns(seq, apple).map((keys, stroke) => (
        // oxlint-disable-next-line react/no-array-index-key -- strokes have no id
        <kbd key={stroke} className={styles['key']}>
          {keys.join(apple ? '' : '+')}
        </kbd>
      ))}
    </span>
  )
})
