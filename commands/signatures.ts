/** Arguments by command id. A leaf: every room may import its types. */

import type { NewCustomVariable } from '#domain/custom-variables/new-custom-variable.ts'
import type { Exported } from '#domain/exported.ts'
import type { HandbookPageId } from '#domain/handbook.ts'

type Nothing = Record<string, never>

export interface CommandSignatures {
  'dashboard.show': Nothing
  'variables.search': { text?: string }
  /** Counted in cohorts, beside other variables. */
  'variable.show': { variableName: string; cohortIds?: readonly number[]; compareWith?: readonly string[] }
  'variable.view-details': { variableName: string }
  'variable.plot-against': { variableName: string; otherVariableName: string; cohortId?: number }
  'variable.open-beside': { variableName: string }
  'custom-variables.show': Nothing
  'custom-variable.new-downcode': NewCustomVariable
  'custom-variable.new-two': NewCustomVariable
  'custom-variable.new-many': NewCustomVariable
  'custom-variable.new-score': NewCustomVariable
  'custom-variable.start-from': { variableName: string }
  'custom-variable.edit-definition': { variableName: string }
  'custom-variable.combine-versions': { variableNames: readonly string[] }
  'custom-variable.copy': { variableName: string; projectId: number }
  'cohorts.show': Nothing
  /** With cohorts to compare, or with the number of the pedigree to draw, from 1. */
  'cohort.show': { cohortId: number; compareWith?: readonly number[]; pedigree?: number }
  /** Prefilled with an operator without a value, with a value to equal, with a condition (`conditionText`), or with none. */
  'cohort.new-subset': { parentId?: number; variableName?: string; operator?: 'VALID'; equals?: string; where?: string }
  'cohort.new-compound': { cohortId: number }
  /** Cohorts, or one by the values of a variable; variables of a set, or by name. */
  'cohorts.describe': {
    cohortIds?: readonly number[]
    by?: string
    variableSetId?: number
    variableNames?: readonly string[]
  }
  /** New, with a parent and variables; or the definition of a cohort. */
  'cohort.build': {
    cohortId?: number
    parentId?: number
    variableNames?: readonly string[]
    /** The members of all of these cohorts and of none of the others. */
    memberOf?: readonly number[]
    notMemberOf?: readonly number[]
    /** Conditions as text: see `conditionText`. */
    where?: readonly string[]
    /** Strata as text: see `stratumText`. */
    strata?: readonly string[]
  }
  /** As in `cohort.build`. */
  'cohort.add-rule': {
    parentId?: number
    strata?: readonly string[]
    memberOf?: readonly number[]
    notMemberOf?: readonly number[]
    where?: readonly string[]
  }
  'cohort.edit-rules': { cohortId: number }
  'pedigree.new': { parentId?: number; variableName?: string }
  'variable-sets.show': Nothing
  /** With variables, or with those of a set; for Table 1 of cohorts, which follows. */
  'variable-set.new': {
    variableNames?: readonly string[]
    fromSetId?: number
    describedIn?: readonly number[]
    by?: string
  }
  'variable-set.duplicate': { variableSetId: number }
  'variable-set.show': { variableSetId: number }
  /** Without variables, the working set. */
  'variable-set.add': { variableSetId: number; variableNames?: readonly string[] }
  'download.new': { cohortId?: number; variableSetId?: number }
  'download-files.show': Nothing
  'download-file.show': { fileId: string }
  /** The file of the focused pane by default. */
  'download-file.make-again': { fileId?: string }
  'download-file.copy-citation': { fileId?: string; form?: 'text' | 'bibtex' }

  'projects.show': Nothing
  'project.new': Nothing
  'project.show': { projectId: number }
  'project.work-on': { projectId: number }
  'variable-edit.approve': { editId: number; variableName: string; comment?: string }
  'variable-edit.reject': { editId: number; variableName: string; comment?: string }
  'download.bundle': { cohortId: number; variableSetId: number; codes?: 'codes' | 'labels' }
  'download.cancel': { jobId?: string }
  'download.retry': { jobId?: string }
  'working-set.toggle': { variableName: string }
  'working-set.clear': Nothing
  'session.log-out': Nothing
  'session.stay': Nothing
  'trash.open': Nothing
  'trash.undo-delete': Nothing
  /** Without arguments, of the focused pane's object. */
  'history.show': { cohortId?: number; variableSetId?: number; projectId?: number; variableName?: string }
  'connection.try': Nothing
  'connection.give-up': Nothing

  /** With the heading to scroll to. */
  'help.show': { page?: HandbookPageId; at?: string }
  'guide.open': Nothing
  'guide.open-here': Nothing
  'palette.open': Nothing
  'palette.pin': Nothing
  'cheat-sheet.open': Nothing
  'keyboard.open': Nothing
  'tour.start': Nothing
  'tour.back': Nothing
  'tour.next': Nothing
  'tour.end': Nothing
  /** With the term to scroll to. */
  'glossary.open': { term?: string }
  'project.show-current': Nothing
  'command.repeat': Nothing

  'explorer.toggle': Nothing
  'pane.new': Nothing
  'pane.split': Nothing
  'pane.close': Nothing
  'pane.next': Nothing
  'pane.previous': Nothing
  'pane.focus-1': Nothing
  'pane.focus-2': Nothing
  'pane.focus-3': Nothing
  'pane.focus-4': Nothing
  'pane.copy-link': Nothing
  'pane.reopen': Nothing
  'pane.maximise': Nothing
  'pane.print': Nothing
  'pane.move-left': Nothing
  'pane.move-right': Nothing
  'pane.equalise': Nothing
  'pane.widen': Nothing
  'pane.narrow': Nothing
  'pane.link': Nothing
  'pane.up': Nothing

  'form.apply': Nothing
  'form.save': Nothing
  'form.save-and-narrow': Nothing
  'form.undo': Nothing
  'form.redo': Nothing
  'form.fill': Nothing
  'list.search': Nothing
  'list.filter': Nothing
  'list.next': Nothing
  'list.previous': Nothing
  'list.first': Nothing
  'list.last': Nothing
  'list.next-page': Nothing
  'list.previous-page': Nothing
  'list.open': Nothing
  'list.open-beside': Nothing
  'list.open-tab': Nothing
  'list.quick-look': Nothing
  'list.add': Nothing
  'list.select': Nothing
  'list.copy-table': Nothing
  'list.show-cross-table': Nothing
  'list.copy-markdown': Nothing
  'list.copy-html': Nothing
  'form.edit': Nothing
  'form.rename': Nothing
  'form.delete': Nothing
  'form.add-rule': Nothing
  'form.paste-names': Nothing
  'form.add-working-set': Nothing
  'form.cancel': Nothing
  'form.definition-as-json': Nothing
  'form.add-value': Nothing
  'form.value-per-answer': Nothing
  'form.count-beside-all': Nothing
  'form.swap-cohorts': Nothing
  'form.choose-in-tree': Nothing
  'form.use-suggestion': Nothing
  'form.count-outside-relatives': Nothing
  'form.hide-preview': Nothing
  'list.clear-filters': Nothing
  'list.compact': Nothing
  'list.order-bars': Nothing
  /** A codebook's page, or the page of the pane's variable. */
  'codebook.open': { file?: string; page?: string }
  'compare.side-by-side': Nothing

  compare: Nothing
  'compare.in-table': Nothing
  /** The pane's cohort by default. */
  'cohort.count-again': { cohortId?: number }
  'cohort.rerun': { cohortId?: number }
  'releases.show': Nothing
  'cohort.compare-in-table': { cohortId: number; otherCohortId: number }
  'pedigrees.draw': { cohortId: number }
  'pedigrees.download-fam': { cohortId: number }
  'pedigrees.save-phenopackets': { cohortId: number }
  'drawing.zoom-in': Nothing
  'drawing.zoom-out': Nothing
  'drawing.fit': Nothing
  'drawing.show-sheet': Nothing
  'picture.show-table': Nothing
  'picture.choose-variables': Nothing
  'picture.copy-svg': Nothing
  'picture.copy-png': Nothing
  'picture.copy-tsv': Nothing
  'picture.save-svg': Nothing
  'picture.save-png': Nothing
  'picture.save-tsv': Nothing
  'cohort.compare': { cohortId: number; otherCohortId: number }
  'variable.compare': { variableName: string; otherVariableName: string }
  'catalog.save-redcap': Nothing
  'catalog.save-bids': Nothing
  'variable-set.save-redcap': { variableSetId: number }
  'variable-set.save-bids': { variableSetId: number }
  'import.open': Nothing
  'import.help': Nothing
  'import.read': Nothing
  'import.run': Nothing
  'import.leave-out': { path: string }
  'import.cancel': Nothing
  'import.start-over': Nothing
  'import.undo': Nothing
  'import.undo-now': Nothing
  'account.open': Nothing
  'account.end-session': { sessionId: string }
  'second-factor.turn-on': Nothing
  'second-factor.turn-off': Nothing
  'second-factor.new-codes': Nothing
  'second-factor.copy-codes': Nothing
  'second-factor.save-codes': Nothing
  'audit.open': Nothing
  'audit.refresh': Nothing
  'audit.clear-filter': Nothing
  'access.apply': Nothing
  'theme.system': Nothing
  'theme.light': Nothing
  'theme.dark': Nothing
  'definition.copy': Nothing
  'definition.paste': Nothing
  'definitions.import': Nothing
  'definitions.open-file': Nothing
  'definitions.save': Exported
  'definitions.share': Exported
  'definitions.save-project': Nothing
}

export type CommandId = keyof CommandSignatures
export type ArgumentsOf<Id extends CommandId> = CommandSignatures[Id]
