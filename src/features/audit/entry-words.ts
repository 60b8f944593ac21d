import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import type { audit } from '#contract/audit.ts'
import { formatCount } from '#domain/numbers.ts'
import { textAt } from '#domain/text.ts'

export type AuditEntry = ResponseOf<typeof audit>['data'][number]

/** Labels of the log's subject fields; other fields keep their own name. */
const SUBJECTS = {
  cohortid: 'cohort',
  parent_id: 'in cohort',
  secondparent_id: 'and cohort',
  varsetid: 'variable set',
  constructid: 'custom variable',
  projectid: 'project',
  id: 'project',
  variable_name: 'variable',
  edit_id: 'edit',
  made: 'new',
  rows: 'rows',
  families: 'families',
  individuals: 'individuals',
  collections: 'collections',
  username: 'account',
  admin: 'admin',
  folder: 'folder',
  second_factor: 'second factor',
  ended: 'sessions ended',
  refusals: 'further refusals in that minute',
  deleted: 'entries deleted',
  days: 'days kept',
}

/** Tokens without meaning for a reader, and a deleted item's name, which is shown beside its id. */
const UNSHOWN = new Set(['downloadid', 'report_id', 'name'])
const COUNTED = new Set(['rows', 'families', 'individuals', 'refusals', 'deleted'])

/** "cohort Smokers (12) · variable set Background (7) · rows 2,129 · collections bp, sz" */
export function subjectInWords(subject: AuditEntry['subject'], names: AuditEntry['names'] = {}): string {
  return Object.entries(subject ?? {})
    .filter(([name]) => !UNSHOWN.has(name))
    .map(([name, value]) => {
      const known = textAt(names ?? {}, name)
      const words = valueInWords(name, value)
      return `${textAt(SUBJECTS, name) || name} ${known === '' ? words : `${known} (${words})`}`
    })
    .join(' · ')
}

function valueInWords(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' && COUNTED.has(name) ? formatCount(value) : String(value)
}

/** The outcome, by HTTP status. */
export function outcomeOf(status: number): 'done' | 'refused' | 'failed' {
  if (status < 400) return 'done'
  return status < 500 ? 'refused' : 'failed'
}
