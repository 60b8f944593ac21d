import endpointLabels from 'virtual:audit-labels'
import { textAt } from '#domain/text/text.ts'

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
  return textAt(endpointLabels, action) || textAt(OTHER_LABELS, action) || action
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
