import type { CommandContext } from '#command-kit/context.ts'
import { queryClientAtom } from '#entities/services.ts'
import { ANY_ACTION, auditOpenAtom, auditPartsAtom, changeAuditFilterAtom } from '#features/audit/state.ts'

type Ports = Pick<CommandContext, 'store'>

export const AUDIT_KEY = 'audit'

export function openAudit({ store }: Ports): void {
  store.set(auditOpenAtom, true)
}

/** Refetches the log from its newest entry: it grows continuously. */
export async function refreshAudit({ store }: Ports): Promise<void> {
  store.set(auditPartsAtom, null)
  await store.get(queryClientAtom).invalidateQueries({ queryKey: [AUDIT_KEY] })
}

export function clearAuditFilter({ store }: Ports): void {
  store.set(changeAuditFilterAtom, ANY_ACTION)
}
