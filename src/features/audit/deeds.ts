import { accountPassword, accountSessionEnd } from '#contract/account.ts'
import { cohortDelete, cohortEdit, cohortNew } from '#contract/cohorts.ts'
import { constructCopy, constructDelete, constructEdit, constructNew } from '#contract/custom-variables.ts'
import { download, downloadBundle, downloadNew, downloadStream } from '#contract/downloads.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { importCancel, importNew, importReport, importRun, importUndo } from '#contract/imports.ts'
import { cohortFam } from '#contract/pedigrees.ts'
import { projectDelete, projectEdit, projectNew, projectSetCurrent } from '#contract/projects.ts'
import { recoveryCodesNew, secondFactorNew, secondFactorOff, secondFactorOn } from '#contract/second-factor.ts'
import { login, logout } from '#contract/session.ts'
import { variableEdit, variableEditDecide } from '#contract/variable-edits.ts'
import { variableSetDelete, variableSetEdit, variableSetNew } from '#contract/variable-sets.ts'

type Call = Pick<Endpoint<never, unknown, unknown>, 'method' | 'path'>

function made(words: string, ...[{ method, path }]: [Call]): readonly [string, string] {
  return [`${method} ${path}`, words]
}

/** What can be done, as the log names it, in words. What is not among them is shown as the log has it. */
const DEEDS: readonly (readonly [action: string, words: string])[] = [
  made('Log in', login),
  made('Log out', logout),
  made('Change one’s password', accountPassword),
  made('End a session', accountSessionEnd),
  made('Ask for a second factor', secondFactorNew),
  made('Turn on a second factor', secondFactorOn),
  made('Turn off a second factor', secondFactorOff),
  made('Make recovery codes', recoveryCodesNew),
  made('Prepare a download', downloadNew),
  made('Download rows', downloadStream),
  made('Download rows at once', download),
  made('Download a bundle', downloadBundle),
  made('Download pedigrees', cohortFam),
  made('Save a cohort', cohortNew),
  made('Change a cohort', cohortEdit),
  made('Delete a cohort', cohortDelete),
  made('Save a custom variable', constructNew),
  made('Change a custom variable', constructEdit),
  made('Copy a custom variable', constructCopy),
  made('Delete a custom variable', constructDelete),
  made('Save a variable set', variableSetNew),
  made('Change a variable set', variableSetEdit),
  made('Delete a variable set', variableSetDelete),
  made('Create a project', projectNew),
  made('Change a project', projectEdit),
  made('Work on a project', projectSetCurrent),
  made('Delete a project', projectDelete),
  made('Ask for an edit', variableEdit),
  made('Decide on an edit', variableEditDecide),
  made('Begin an import', importNew),
  made('Read files to import', importReport),
  made('Import', importRun),
  made('Cancel an import', importCancel),
  made('Undo an import', importUndo),
  ['import', 'Import at the command line'],
  ['import undo', 'Undo an import at the command line'],
  ['user add', 'Add an account'],
  ['user remove', 'Remove an account'],
  ['user password', 'Change a password'],
  ['user second-factor-off', 'Take away a second factor'],
  ['audit retention', 'Delete old entries'],
  ['user collections', 'Change what an account may read'],
]

const WORDS = new Map(DEEDS)

export function deedInWords(action: string): string {
  return WORDS.get(action) ?? action
}

/** Kinds of deeds to choose from, by a part of what the log calls them. */
export const KINDS_OF_DEEDS = [
  { value: 'any', label: 'Anything', part: null },
  { value: 'session', label: 'Logging in and out', part: '/log' },
  { value: 'own-account', label: 'Passwords and second factors', part: '/account/' },
  { value: 'download', label: 'Downloads', part: 'download' },
  { value: 'cohort', label: 'Cohorts and their files', part: '/cohort/' },
  { value: 'construct', label: 'Custom variables', part: '/construct/' },
  { value: 'set', label: 'Variable sets', part: '/variableset/' },
  { value: 'project', label: 'Projects', part: '/project/' },
  { value: 'edit', label: 'Edits of variables', part: '/variable/edit' },
  { value: 'import', label: 'Imports', part: 'import' },
  { value: 'account', label: 'Accounts', part: 'user ' },
] as const

export type KindOfDeed = (typeof KINDS_OF_DEEDS)[number]['value']
