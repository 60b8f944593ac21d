import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useCommandKit, useCommandView } from '#command-kit/hooks.ts'
import styles from '#command-kit/palette/palette.module.css'
import { answersOf, titleOfValue, type QuestionPage } from '#command-kit/palette/palette-page.ts'

interface PaletteCrumbsProps {
  page: QuestionPage
  onBack: () => void
}

/** The command that asks, and what it was told already. */
export function PaletteCrumbs({ page: { invocation }, onBack }: PaletteCrumbsProps) {
  const kit = useCommandKit()
  const { title } = useCommandView(invocation.id, {})
  const answersAtom = useMemo(
    () => atom((get) => answersOf(kit, invocation).map(({ source, value }) => titleOfValue(get(source.rows), value))),
    [kit, invocation],
  )
  const answers = useAtomValue(answersAtom)
  return (
    <div className={styles['crumbs']}>
      <button type="button" className={styles['back']} aria-label="Back" onClick={onBack}>
        ←
      </button>
      <ol className={styles['trail']} aria-label="So far">
        {[title, ...answers].map((text) => (
          <li key={text} className={styles['crumb']}>
            {text}
          </li>
        ))}
      </ol>
    </div>
  )
}
