import { memo } from 'react'
import styles from '#ui/key-hint.module.css'
import { spokenKeys, strokeSigns } from '#ui/key-names.ts'
import { isApple } from '#ui/platform.ts'

interface KeyHintProps {
  /** Strokes as commands write them: "g p", "$mod+Enter". */
  seq: string
}

/** A key or a sequence of keys, drawn as keys and read as words. */
export const KeyHint = memo(function KeyHint({ seq }: KeyHintProps) {
  const apple = isApple()
  return (
    <span className={styles['hint']} role="img" aria-label={spokenKeys(seq, apple)}>
      {strokeSigns(seq, apple).map((keys, stroke) => (
        // oxlint-disable-next-line react/no-array-index-key -- strokes have no identity but their place
        <kbd key={stroke} className={styles['key']}>
          {keys.join(apple ? '' : '+')}
        </kbd>
      ))}
    </span>
  )
})
