import { useAtom } from 'jotai'
import { useRef } from 'react'
import { refusedCopyAtom } from '#command-kit/clipboard.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import field from '#ui/forms/field.module.css'

/** The text that the browser did not allow to copy, selected. */
export function RefusedCopyDialog() {
  const [text, setText] = useAtom(refusedCopyAtom)
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <Dialog
      isOpen={text !== null}
      onClose={() => setText(null)}
      title="The browser did not allow copying"
      initialFocus={() => area.current}
    >
      <p>Copy the text below yourself (Ctrl+C or ⌘C): it is selected.</p>
      <textarea
        ref={area}
        className={field['control']}
        aria-label="Text to copy"
        readOnly
        rows={6}
        value={text ?? ''}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
