import { atom } from 'jotai'
import type { CommandContext } from '#command-kit/context.ts'
import { DEFAULT_PAGE_SIZE } from '#domain/limits.ts'
import { queryClientAtom } from '#entities/services.ts'
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

/** A page of the log. */
export interface AuditPlace {
  readonly page: number
  readonly size: number
  /** The key of the entry before the page, if the previous page was shown. */
  readonly after?: string
}

export const auditPlaceAtom = atom<AuditPlace>({
  page: 1,
  size: DEFAULT_PAGE_SIZE,
})

/** A new filter starts at its first page. */
export const changeAuditFilterAtom = atom(null, (get, set, change: Partial<AuditFilter>) => {
  set(auditFilterAtom, { ...get(auditFilterAtom), ...change })
  set(auditPlaceAtom, { page: 1, size: get(auditPlaceAtom).size })
})

type Ports = Pick<CommandContext, 'store'>

export const AUDIT_KEY = 'audit'

export function openAudit({ store }: Ports): void {
  store.set(auditOpenAtom, true)
}

/** Refetches the log: it grows continuously. */
export async function refreshAudit({ store }: Ports): Promise<void> {
  await store.get(queryClientAtom).invalidateQueries({ queryKey: [AUDIT_KEY] })
}

export function clearAuditFilter({ store }: Ports): void {
  store.set(changeAuditFilterAtom, ANY_ACTION)
}
