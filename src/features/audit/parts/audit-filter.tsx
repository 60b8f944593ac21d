import { useAtomValue, useSetAtom } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import styles from '#features/audit/audit.module.css'
import { KINDS_OF_DEEDS } from '#features/audit/deeds.ts'
import { auditFilterAtom, changeAuditFilterAtom } from '#features/audit/state.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ANY_NAME_MAX } from '#domain/limits.ts'

/** By whom, what, and on which days. */
export function AuditFilterForm() {
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
      <SelectField label="What" value={kind} options={KINDS_OF_DEEDS} onChange={(next) => change({ kind: next })} />
      <TextField label="From day" type="date" value={from} onChange={(next) => change({ from: next })} isOptional />
      <TextField
        label="To day"
        type="date"
        value={to}
        onChange={(next) => change({ to: next })}
        refusal={from !== '' && to !== '' && to < from ? 'This day is before the first.' : null}
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
