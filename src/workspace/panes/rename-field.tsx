import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { CHANGES_SAVED } from '#domain/messages.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'
import type { Renaming } from '#workspace/panes/rename.ts'
import styles from '#workspace/panes/rename-field.module.css'

interface RenameFieldProps {
  renaming: Renaming
  /** Takes the focus afterwards. */
  heading?: RefObject<HTMLHeadingElement | null>
  onClose: () => void
}

/** The title as a field: Enter saves, Escape cancels; a failed save keeps the typed name. */
export default function RenameField({ renaming: { name, rule, save }, heading, onClose }: RenameFieldProps) {
  const [draft, setDraft] = useState(name)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const problem = refusal ?? rule.problem(draft.trim())

  useEffect(() => {
    field.current?.focus()
    field.current?.select()
    const title = heading?.current
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) title?.focus({ preventScroll: true })
      })
    }
  }, [heading])

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = draft.trim()
    if (typed === name || typed === '') return onClose()
    if (rule.problem(typed) !== null || isSaving) return
    setIsSaving(true)
    const failure = await save(typed)
    setIsSaving(false)
    if (failure !== null) return setRefusal(failure)
    showSuccess(CHANGES_SAVED)
    onClose()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }

  return (
    <form className={styles['rename']} onSubmit={(event) => void handleSubmit(event)}>
      <input
        ref={field}
        className={styles['field']}
        aria-label="Name"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        value={draft}
        readOnly={isSaving}
        onChange={(event) => {
          setDraft(event.target.value)
          setRefusal(null)
        }}
        onKeyDown={handleKeyDown}
      />
      {problem !== null && (
        <p id={problemId} className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
