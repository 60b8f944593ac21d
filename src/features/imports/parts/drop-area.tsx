import { useRef, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandNewTab } from '#command-kit/command-link.tsx'
import { useCommandContext } from '#command-kit/hooks.ts'
import { filesOfDrop, filesOfInput, type ChosenFile } from '#features/imports/choose-files.ts'
import { takeFiles } from '#features/imports/use-cases.ts'
import { Button } from '#ui/button.tsx'
import styles from '#features/imports/imports.module.css'

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
          <b>Plain tables</b>: CSV or TSV, one file per form, one row per individual. Optional: a dictionary with the
          columns <code>variable,form,section,question,type,values</code>.
        </li>
        <li>
          <b>REDCap</b>: the data dictionary as CSV, and the records exported with raw values.
        </li>
        <li>
          <b>BIDS</b>: <code>participants.tsv</code> and <code>phenotype/*.tsv</code> with their sidecars.
        </li>
        <li>
          <b>Pedigrees</b> with any of these: PLINK’s <code>.fam</code> or <code>.ped</code>, or a table that has
          columns for id, father and mother.
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
