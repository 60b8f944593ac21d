import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandNewTab } from '#command-kit/command-link.tsx'
import { useCommandContext } from '#command-kit/hooks.ts'
import type { ImportProgress } from '#contract/shapes/entities.ts'
import { countOf, formatCount, formatBytes } from '#domain/numbers.ts'
import { filesOfDrop, filesOfInput, type ChosenFile } from '#features/imports/choose-files.ts'
import { Report } from '#features/imports/report/report.tsx'
import { importAtom, importOpenAtom, isStale, isUnderWay, type ImportView } from '#features/imports/state.ts'
import { takeFiles } from '#features/imports/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFocusFallback } from '#ui/use-focus-after-removal.ts'
import styles from '#features/imports/imports.module.css'
import fullSize from '#ui/overlays/full-size-dialog.module.css'
import stack from '#ui/stack.module.css'

/** The steps of an import: choose, check the report, correct, import. */
export function ImportDialog() {
  const setIsOpen = useSetAtom(importOpenAtom)
  const view = useAtomValue(importAtom)
  const { step, failure, report } = view
  const keptFocus = useFocusFallback<HTMLDivElement>(step)
  // A new report is read from its beginning.
  useEffect(() => {
    if (report !== null) keptFocus.ref.current?.scrollTo({ top: 0 })
  }, [report, keptFocus.ref])
  // Reading again keeps the report and its edits on screen.
  const shownReport = step === 'report' || step === 'reading' ? report : null
  return (
    <Dialog
      isOpen
      onClose={() => setIsOpen(false)}
      title="Import data"
      {...(step === 'choose' && { initialFocus: () => keptFocus.ref.current?.querySelector('button') ?? null })}
      className={fullSize['dialog'] ?? ''}
      actions={shownReport ? <ReportActions isOld={isStale(view)} /> : undefined}
    >
      <div className={fullSize['body']} {...keptFocus}>
        {failure && <Notice tone="error" title={failure.message} />}
        {step === 'choose' && <DropArea />}
        {isUnderWay(view) && <UnderWay view={view} />}
        {shownReport && <Report view={view} report={shownReport} />}
        {step === 'undo' && <UndoImport progress={view.progress} hasFailed={failure !== null} />}
        {step === 'done' && <ImportDone view={view} onLeave={() => setIsOpen(false)} />}
      </div>
    </Dialog>
  )
}

function ReportActions({ isOld }: { isOld: boolean }) {
  return (
    <>
      <CommandButton id="import.start-over" args={{}} variant="quiet">
        Other files
      </CommandButton>
      <CommandButton id="import.read" args={{}} variant={isOld ? 'primary' : 'secondary'}>
        Read again
      </CommandButton>
      <CommandButton id="import.run" args={{}} variant="primary">
        Import
      </CommandButton>
    </>
  )
}

/** The result of the import, and the next commands. */
function ImportDone({ view, onLeave }: { view: ImportView; onLeave: () => void }) {
  const { individuals = 0, variables = 0, replaced = 0 } = view.progress ?? {}
  const isCatalogAlone = individuals === 0
  return (
    <div className={stack['section']} role="status">
      <p className={stack['big']}>
        {formatCount(isCatalogAlone ? variables : individuals)}{' '}
        <span className={stack['unit']}>
          {importedWords(isCatalogAlone ? 'variable' : 'individual', isCatalogAlone ? variables : individuals)}
        </span>
      </p>
      <p>
        {isCatalogAlone
          ? 'The catalog has no individuals yet.'
          : `${countOf(variables, 'variable')} can be searched in the catalog.`}
        {replaced > 0 && ` The synthetic data (${countOf(replaced, 'individual')}) and their accounts were deleted.`}
      </p>
      <div className={stack['row']}>
        <CommandButton id="variables.search" args={{}} variant="primary" onDone={onLeave}>
          Go to the catalog
        </CommandButton>
        <CommandButton id="import.start-over" args={{}}>
          Import more
        </CommandButton>
        {view.progress?.undoable != null && <CommandButton id="import.undo" args={{}} variant="quiet" />}
      </div>
      {replaced > 0 && (
        <p className={stack['muted']}>
          Accounts for your colleagues are added on the server, as the handbook says under “Operate”.
        </p>
      )}
    </div>
  )
}

function importedWords(noun: string, count: number): string {
  return count === 1 ? `${noun} was imported` : `${noun}s were imported`
}

/** The progress of uploading, reading or importing, with Cancel. */
function UnderWay({ view }: { view: ImportView }) {
  const { words, amount, share } = progressOf(view)
  return (
    <div className={styles['under-way']}>
      <p role="status" className={styles['invitation']}>
        {words}
      </p>
      {}
      <progress className={styles['progress']} max={1} value={share ?? undefined} aria-label={words} />
      <p className={styles['amount']}>{amount}</p>
      <CommandButton id="import.cancel" args={{}}>
        Cancel
      </CommandButton>
      {view.step === 'importing' && <p>You can close this dialog and continue to work; the import continues.</p>}
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
      amount: `${formatBytes(sentBytes)} of ${formatBytes(all)}`,
      share: all === 0 ? null : sentBytes / all,
    }
  }
  const { phase = null, done = 0, of: total = null } = progress ?? {}
  const share = total === null || total === 0 ? null : Math.min(1, done / total)
  const speed = (format: (number: number) => string) =>
    progress?.perSecond == null ? '' : ` · ${format(progress.perSecond)} a second`
  if (phase === 'settling') {
    const amount = `${formatCount(done)} of ${countOf(total ?? 0, 'variable')}`
    return { words: 'Inferring types', amount, share }
  }
  if (phase === 'storing') {
    const amount = `${formatCount(done)} of ${countOf(total ?? 0, 'row')}${speed(formatCount)}`
    return { words: 'Storing', amount, share }
  }
  const amount = total === null ? '' : `${formatBytes(done)} of ${formatBytes(total)}${speed(formatBytes)}`
  return { words: 'Reading the files', amount, share }
}

interface UndoImportProps {
  /** Null until it is known whether an import can be undone. */
  progress: ImportProgress | null
  hasFailed: boolean
}

/** Explains the undo of the last import, and asks for confirmation. */
function UndoImport({ progress, hasFailed }: UndoImportProps) {
  if (progress === null) return hasFailed ? null : <Skeleton />
  if (progress.undoable === null) {
    return (
      <Notice title="There is no import that can be undone." actions={<CommandButton id="import.open" args={{}} />}>
        Only the last import can be undone, if it added to earlier data and the catalog has not changed since.
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      title={`Undo the import of ${momentOf(progress.undoable)}?`}
      actions={
        <>
          <CommandButton id="import.undo-now" args={{}} variant="danger" />
          <CommandButton id="import.open" args={{}} variant="quiet">
            Import data instead
          </CommandButton>
        </>
      }
    >
      This restores the variables, answers and cohort members from before the import. First delete cohorts and variable
      sets that are based on the new data.
    </Notice>
  )
}

function momentOf(time: string): string {
  return new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

/** Drop target for files, with the browser's file dialog as an alternative. */
export function DropArea() {
  const context = useCommandContext()
  const [isOver, setIsOver] = useState(false)
  const take = (chosen: readonly ChosenFile[]) => void takeFiles(context, chosen)

  return (
    <div
      className={styles['take']}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        void filesOfDrop(event.dataTransfer.items).then(take)
      }}
    >
      <div className={styles['drop']}>
        <p className={styles['invitation']}>Drop a folder or files here</p>
        <div className={styles['buttons']}>
          <ChooseFiles label="Choose a folder…" isFolder onChosen={take} />
          <ChooseFiles label="Choose files…" onChosen={take} />
        </div>
        <p>The files are read and reported first. The database changes only when you import.</p>
      </div>
      <h3>What can be imported</h3>
      <ul className={styles['formats']}>
        <li>
          <b>Plain tables</b>: CSV, TSV or TXT (also with gzip), Excel, SPSS or Parquet, one file or sheet per form, one
          row per individual. Optional: a dictionary with the columns{' '}
          <code>variable,form,section,question,type,values</code>.
        </li>
        <li>
          <b>REDCap</b>: the data dictionary as CSV, and the records exported with raw values or labels.
        </li>
        <li>
          <b>BIDS</b>: <code>participants.tsv</code> and <code>phenotype/*.tsv</code> with their sidecars.
        </li>
        <li>
          <b>Pedigrees</b> with any of these: PLINK’s <code>.fam</code>, <code>.ped</code> or <code>.psam</code>, or a
          table that has columns for id, father and mother.
        </li>
        <li>
          <b>Dictionaries alone</b> create a catalog without individuals.
        </li>
      </ul>
      <p>
        <CommandNewTab id="import.help" args={{}} size="small" />{' '}
        <CommandButton id="import.undo" args={{}} size="small" variant="quiet" />
      </p>
    </div>
  )
}

interface ChooseFilesProps {
  label: string
  isFolder?: boolean
  onChosen: (files: ChosenFile[]) => void
}

function ChooseFiles({ label, isFolder = false, onChosen }: ChooseFilesProps) {
  const chooser = useRef<HTMLInputElement | null>(null)
  return (
    <>
      <Button variant={isFolder ? 'primary' : 'secondary'} onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={(input) => {
          chooser.current = input
          if (input) input.webkitdirectory = isFolder
        }}
        type="file"
        multiple
        aria-label={label}
        hidden
        onChange={(event) => {
          if (event.target.files) onChosen(filesOfInput(event.target.files))
          event.target.value = ''
        }}
      />
    </>
  )
}
