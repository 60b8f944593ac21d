import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { TERMS } from '#domain/glossary.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { foldText } from '#domain/text/text.ts'
import { glossaryAtom } from '#features/help/use-cases.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import styles from '#features/help/glossary.module.css'

/** All terms with their definitions, filtered while typing; opened at a term, it is highlighted and in view. */
export function GlossaryDialog({ openedTerm }: { openedTerm: string | null }) {
  const setGlossary = useSetAtom(glossaryAtom)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const marked = useRef<HTMLDivElement>(null)
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'center' })
  }, [])
  const sought = foldText(text.trim())
  const found = TERMS.filter(({ term, words }) => foldText(`${term} ${words}`).includes(sought))
  return (
    <Dialog
      isOpen
      title="Glossary"
      onClose={() => setGlossary(null)}
      className={styles['dialog'] ?? ''}
      initialFocus={() => marked.current ?? field.current}
    >
      <TextField ref={field} label="Find a word" type="search" value={text} onChange={setText} isOptional />
      {found.length === 0 ? (
        <p role="status">{NO_RESULTS}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions need keyboard access
        <div className={styles['words']} role="group" aria-label="Words" tabIndex={0}>
          <dl>
            {found.map(({ id, term, words }) => (
              <div
                key={id}
                className={styles['word']}
                {...(id === openedTerm && { ref: marked, tabIndex: -1, 'aria-current': true })}
              >
                <dt>{term}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Dialog>
  )
}
