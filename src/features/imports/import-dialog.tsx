import { useAtomValue, useSetAtom } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { DropArea } from '#features/imports/parts/drop-area.tsx'
import { ImportDone } from '#features/imports/parts/import-done.tsx'
import { Report } from '#features/imports/parts/report.tsx'
import { UndoImport } from '#features/imports/parts/undo-import.tsx'
import { UnderWay } from '#features/imports/parts/under-way.tsx'
import { importAtom, importOpenAtom, isStale, isUnderWay } from '#features/imports/state.ts'
import { Dialog } from '#ui/dialog.tsx'
import fullSize from '#ui/full-size-dialog.module.css'
import { Notice } from '#ui/notice.tsx'
import { useKeptFocus } from '#ui/use-kept-focus.ts'

/** From a folder of files to the catalog: choose, look at the report, correct, import. */
export function ImportDialog() {
  const setIsOpen = useSetAtom(importOpenAtom)
  const view = useAtomValue(importAtom)
  const keptFocus = useKeptFocus<HTMLDivElement>()
  const { step, failure, report } = view
  // While it is read again the report stays, and what was typed in it.
  const shownReport = step === 'report' || step === 'reading' ? report : null
  return (
    <Dialog
      isOpen
      onClose={() => setIsOpen(false)}
      title="Import data"
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
