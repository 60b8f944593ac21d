import { useAtomValue, useSetAtom } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { ANY_NAME_MAX } from '#domain/limits.ts'
import { ACTION_KINDS } from '#features/audit/action-labels.ts'
import { AuditLog } from '#features/audit/audit-log.tsx'
import { auditFilterAtom, auditOpenAtom, changeAuditFilterAtom } from '#features/audit/use-cases.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import styles from '#features/audit/audit.module.css'
import fullSize from '#ui/overlays/full-size-dialog.module.css'

/** The audit log, newest first. */
export function AuditDialog() {
  const setIsOpen = useSetAtom(auditOpenAtom)
  return (
    <Dialog isOpen onClose={() => setIsOpen(false)} title="Audit log" className={fullSize['dialog'] ?? ''}>
      <div className={fullSize['body']}>
        <AuditFilterForm />
        <AuditLog />
      </div>
    </Dialog>
  )
}

/** Filters by user, action and days. */
function AuditFilterForm() {
  const { who, kind, from, to } = useAtomValue(auditFilterAtom)
  const change = useSetAtom(changeAuditFilterAtom)
  return (
    <div className={styles['filter']} role="search" aria-label="Filter the audit log">
      <TextField
        label="Who"
        type="search"
        value={who}
        onChange={(next) => change({ who: next })}
        maxLength={ANY_NAME_MAX}
        isOptional
      />
      <SelectField label="What" value={kind} options={ACTION_KINDS} onChange={(next) => change({ kind: next })} />
      <TextField label="From day" type="date" value={from} onChange={(next) => change({ from: next })} isOptional />
      <TextField
        label="To day"
        type="date"
        value={to}
        onChange={(next) => change({ to: next })}
        refusal={from !== '' && to !== '' && to < from ? 'This day is before the start day.' : null}
        isOptional
      />
      <span className={styles['buttons']}>
        <CommandButton id="audit.clear-filter" args={{}} variant="quiet">
          Clear
        </CommandButton>
        <CommandButton id="audit.refresh" args={{}}>
          Refresh
        </CommandButton>
      </span>
    </div>
  )
}
