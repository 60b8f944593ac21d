import { CommandButton } from '#command-kit/command-button.tsx'
import { countOf, formatCount, formatMegabytes } from '#domain/numbers.ts'
import styles from '#features/imports/imports.module.css'
import type { ImportView } from '#features/imports/state.ts'

/** How far sending, reading or importing is, and the way to end it. */
export function UnderWay({ view }: { view: ImportView }) {
  const { words, amount, share } = progressOf(view)
  return (
    <div className={styles['under-way']}>
      <p role="status" className={styles['invitation']}>
        {words}
      </p>
      {/* Without a value it shows that nobody can say how far it is. */}
      <progress className={styles['progress']} max={1} value={share ?? undefined} aria-label={words} />
      <p className={styles['amount']}>{amount}</p>
      <CommandButton id="import.cancel" args={{}}>
        Cancel
      </CommandButton>
      {view.step === 'importing' && <p>You may close this and go on working; the import goes on.</p>}
    </div>
  )
}

interface Shown {
  readonly words: string
  readonly amount: string
  readonly share: number | null
}

function progressOf({ step, files, sentBytes, progress }: ImportView): Shown {
  if (step === 'sending') {
    const all = files?.bytes ?? 0
    return {
      words: `Sending ${countOf(files?.count ?? 0, 'file')}`,
      amount: `${formatMegabytes(sentBytes)} of ${formatMegabytes(all)}`,
      share: all === 0 ? null : sentBytes / all,
    }
  }
  const { phase = null, done = 0, of = null } = progress ?? {}
  const share = of === null || of === 0 ? null : Math.min(1, done / of)
  if (phase === 'settling') {
    const amount = `${formatCount(done)} of ${countOf(of ?? 0, 'variable')}`
    return { words: 'Working out types', amount, share }
  }
  if (phase === 'storing') return { words: 'Storing', amount: '', share }
  const amount = of === null ? '' : `${formatMegabytes(done)} of ${formatMegabytes(of)}`
  return { words: 'Reading the files', amount, share }
}
