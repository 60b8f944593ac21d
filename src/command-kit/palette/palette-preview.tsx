import { memo, Suspense, useEffect, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { useRegistry } from '#command-kit/hooks.ts'
import type { ChoiceOption, CommandRow, CompletionRow, PaletteRow } from '#command-kit/palette/palette-rows.ts'
import { KeyHint } from '#ui/key-hint.tsx'
import styles from '#command-kit/palette/palette.module.css'

/** Milliseconds before a preview loads (debounce). */
const PREVIEW_DELAY = 120

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PREVIEW_DELAY)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

interface PalettePreviewProps {
  row: PaletteRow | undefined
}

/** The preview of the active row. */
export function PalettePreview({ row }: PalettePreviewProps) {
  const settled = useSettled(row)
  return settled && settled.kind !== 'completion' && <SettledPreview row={settled} />
}

const SettledPreview = memo(function SettledPreview({ row }: { row: Exclude<PaletteRow, CompletionRow> }) {
  return (
    <aside className={styles['preview']} data-kind={row.kind} aria-label="Preview">
      {row.kind === 'meaning' ? (
        <Suspense>
          <row.Preview />
        </Suspense>
      ) : (
        <>
          {row.kind === 'command' ? <CommandPreview row={row} /> : <ChoicePreview option={row} />}
          <PinButton />
        </>
      )}
    </aside>
  )
})

function CommandPreview({ row }: { row: CommandRow }) {
  return (
    <>
      <p className={styles['previewTitle']}>{row.title}</p>
      <p>{row.help}</p>
      {row.because !== undefined && <p className={styles['because']}>{row.because}</p>}
      {row.seqs.length > 0 && (
        <p className={styles['previewKeys']}>
          {row.seqs.map((seq) => (
            <KeyHint key={seq} seq={seq} />
          ))}
        </p>
      )}
    </>
  )
}

function ChoicePreview({ option: { row, source, because } }: { option: ChoiceOption }) {
  const { Preview } = source
  return (
    <>
      {Preview ? (
        <Suspense>
          <Preview key={row.value} value={row.value} />
        </Suspense>
      ) : (
        <>
          <p className={styles['previewTitle']}>{row.title}</p>
          <p>{row.detail}</p>
        </>
      )}
      {because !== undefined && <p className={styles['because']}>{because}</p>}
    </>
  )
}

function PinButton() {
  const registry = useRegistry()
  if (!registry.ids.includes('palette.pin')) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keeps the focus in the field
    <div className={styles['pinning']} onMouseDown={(event) => event.preventDefault()}>
      <CommandButton id="palette.pin" args={{}} size="small" variant="quiet" />
    </div>
  )
}
