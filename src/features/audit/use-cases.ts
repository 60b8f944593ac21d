import { atom } from 'jotai'
import type { CommandContext } from '#command-kit/context.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import type { ActionKind } from '#features/audit/action-labels.ts'

/** The filter's form values. */
export interface AuditFilter {
  readonly who: string
  readonly kind: ActionKind
  /** Whole days, YYYY-MM-DD (the date field's format); empty for any. */
  readonly from: string
  readonly to: string
}

export const ANY_ACTION: AuditFilter = { who: '', kind: 'any', from: '', to: '' }

export const auditOpenAtom = atom(false)
export const auditFilterAtom = atom<AuditFilter>(ANY_ACTION)

export const changeAuditFilterAtom = atom(null, (get, set, change: Partial<AuditFilter>) =>
  set(auditFilterAtom, { ...get(auditFilterAtom), ...change }),
)

type Ports = Pick<CommandContext, 'store'>

export const AUDIT_KEY = 'audit'

export function openAudit({ store }: Ports): void {
  store.set(auditOpenAtom, true)
}

/** Refetches the log from its newest entry: it grows continuously. */
export async function refreshAudit({ store }: Ports): Promise<void> {
  await store.get(queryClientAtom).resetQueries({ queryKey: [AUDIT_KEY] })
}

export function clearAuditFilter({ store }: Ports): void {
  store.set(changeAuditFilterAtom, ANY_ACTION)
}
