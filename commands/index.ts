import { commandSet, type CommandRecord } from '#command-kit/declaration.ts'
import { accountCommands, secondFactorCommands, tokenCommands } from '#commands/account.ts'
import { appearanceCommands } from '#commands/appearance.ts'
import { auditCommands } from '#commands/audit.ts'
import { codeCommands } from '#commands/code.ts'
import { cohortCommands } from '#commands/cohorts.ts'
import { comparingCommands } from '#commands/comparing.ts'
import { connectionCommands } from '#commands/connection.ts'
import { customVariableCommands } from '#commands/custom-variables.ts'
import { definitionCommands, exchangeCommands } from '#commands/definitions.ts'
import { describingCommands } from '#commands/describing.ts'
import { dictionaryCommands, downloadCommands, downloadFileCommands } from '#commands/downloads.ts'
import { formStepCommands } from '#commands/form-steps.ts'
import { helpCommands, tourCommands } from '#commands/help.ts'
import { historyCommands } from '#commands/history.ts'
import { importCommands } from '#commands/imports.ts'
import { navigationCommands } from '#commands/navigation.ts'
import { paneCommands } from '#commands/panes.ts'
import { pedigreeCommands } from '#commands/pedigrees.ts'
import { pictureCommands } from '#commands/pictures.ts'
import { projectCommands } from '#commands/projects.ts'
import { releaseCommands } from '#commands/releases.ts'
import { sessionCommands } from '#commands/session.ts'
import { studyCommands } from '#commands/studies.ts'
import { tableCommands } from '#commands/tables.ts'
import { trashCommands } from '#commands/trash.ts'
import { variableSetCommands } from '#commands/variable-sets.ts'
import { codebookCommands, variableCommands } from '#commands/variables.ts'

export const commands: CommandRecord = commandSet(navigationCommands)
  .and(variableCommands)
  .and(codebookCommands)
  .and(customVariableCommands)
  .and(cohortCommands)
  .and(pedigreeCommands)
  .and(variableSetCommands)
  .and(projectCommands)
  .and(downloadCommands)
  .and(downloadFileCommands)
  .and(comparingCommands)
  .and(describingCommands)
  .and(definitionCommands)
  .and(exchangeCommands)
  .and(dictionaryCommands)
  .and(studyCommands)
  .and(importCommands)
  .and(auditCommands)
  .and(trashCommands)
  .and(historyCommands)
  .and(releaseCommands)
  .and(accountCommands)
  .and(tokenCommands)
  .and(codeCommands)
  .and(secondFactorCommands)
  .and(sessionCommands)
  .and(appearanceCommands)
  .and(connectionCommands)
  .and(paneCommands)
  .and(tableCommands)
  .and(pictureCommands)
  .and(formStepCommands)
  .and(helpCommands)
  .and(tourCommands)
  .all()
