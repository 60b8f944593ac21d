import * as v from 'valibot'
import { textAt } from '#domain/text/text.ts'

const Row = v.object({ method: v.string(), path: v.string(), audit: v.string() })

/** Labels of the endpoints, by method and path. */
const ENDPOINT_LABELS = Object.fromEntries(
  Object.values(import.meta.glob<Record<string, unknown>>('../../contract/*.ts', { eager: true }))
    .flatMap((module) => Object.values(module))
    .flatMap((value) => {
      const row = v.safeParse(Row, value)
      return row.success ? [[`${row.output.method} ${row.output.path}`, row.output.audit]] : []
    }),
)

/** Labels of actions of the command line and of the server itself. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  import: 'Import at the command line',
  'import undo': 'Undo an import at the command line',
  'user add': 'Add an account',
  'user remove': 'Remove an account',
  'user password': 'Change a password',
  'user second-factor-off': 'Turn off a second factor',
  'audit retention': 'Delete old entries',
  'trash retention': 'Empty the trash',
  'user collections': 'Change the collections of an account',
}

/** An unknown action is its own label. */
export function auditLabel(action: string): string {
  return textAt(ENDPOINT_LABELS, action) || textAt(OTHER_LABELS, action) || action
}

/** Filters of the audit log: each matches part of an action's name. */
export const ACTION_KINDS = [
  { value: 'any', label: 'All actions', part: null },
  { value: 'session', label: 'Logins and logouts', part: '/log' },
  { value: 'own-account', label: 'Passwords and second factors', part: '/account/' },
  { value: 'download', label: 'Downloads', part: 'download' },
  { value: 'cohort', label: 'Cohorts and their files', part: '/cohort/' },
  { value: 'construct', label: 'Custom variables', part: '/construct/' },
  { value: 'set', label: 'Variable sets', part: '/variableset/' },
  { value: 'project', label: 'Projects', part: '/project/' },
  { value: 'edit', label: 'Variable edits', part: '/variable/edit' },
  { value: 'import', label: 'Imports', part: 'import' },
  { value: 'account', label: 'Accounts', part: 'user ' },
] as const

export type ActionKind = (typeof ACTION_KINDS)[number]['value']
