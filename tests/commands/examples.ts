import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'

type Examples<Id extends CommandId> = readonly [ArgumentsOf<Id>, ...ArgumentsOf<Id>[]]
type WithArguments = { [Id in CommandId]: {} extends ArgumentsOf<Id> ? never : Id }[CommandId]

/** Arguments with which tests run commands. Without an example a command runs without arguments. */
const EXAMPLES: { readonly [Id in WithArguments]: Examples<Id> } & { readonly [Id in CommandId]?: Examples<Id> } = {
  'account.revoke-token': [{ tokenId: 'token' }],
  'account.end-session': [{ sessionId: '0123456789abcdef' }],
  'cohort.show': [{ cohortId: 12 }, { cohortId: 12, compareWith: [13, 14] }, { cohortId: 12, pedigree: 3 }],
  'cohort.new-subset': [
    {},
    { parentId: 12 },
    { parentId: 12, variableName: 'AGE_ONSET' },
    { parentId: 12, variableName: 'AGE_ONSET', operator: 'VALID' },
    { parentId: 12, variableName: 'AGE_ONSET', equals: '30' },
    { parentId: 12, where: 'AGE_ONSET*BETWEEN*20*39' },
  ],
  'cohort.new-compound': [{ cohortId: 12 }],
  'cohort.build': [
    {},
    { cohortId: 12 },
    { parentId: 12, variableNames: ['AGE_ONSET', 'SEX'] },
    { memberOf: [12], notMemberOf: [13, 14] },
    { parentId: 12, where: ['AGE_ONSET*GTE*20', 'AGE_ONSET*LT*25.5'] },
    { strata: ['dx_nimh*bipolar', 'collection*bp*sz'] },
    { expression: 'SEX = Female and not (AGE_ONSET > 25 or DRUG ~ /a&b/i)' },
  ],
  'cohort.add-rule': [{ memberOf: [12], notMemberOf: [13] }, { where: ['AGE_ONSET*LT*25.5'] }],
  'cohort.compare': [{ cohortId: 12, otherCohortId: 13 }],
  'cohort.compare-in-table': [{ cohortId: 12, otherCohortId: 13 }],
  'variable.compare': [{ variableName: 'AGE_ONSET', otherVariableName: 'SEX' }],
  'custom-variable.new-downcode': [{}, { variableNames: ['AGE_ONSET'] }, { from: 'ONSET_IN_TWO' }],
  'custom-variable.new-two': [{}, { variableNames: ['SEX', 'SMOKES'] }],
  'custom-variable.new-many': [
    {},
    { variableNames: ['SEX', 'AGE_ONSET', 'SMOKES'] },
    { variableNames: ['SEX', 'SMOKES'], areVersions: true },
  ],
  'custom-variable.new-score': [{}, { variableNames: ['AGE_ONSET', 'SMOKES'] }, { from: 'MEAN_OF_TWO' }],
  'custom-variable.start-from': [{ variableName: 'ONSET_IN_TWO' }],
  'custom-variable.combine-versions': [{ variableNames: ['SEX', 'SMOKES'] }],
  'custom-variable.copy': [{ variableName: 'ONSET_IN_TWO', projectId: 3 }],
  'definition.edit': [{ cohortId: 12 }, { variableName: 'ONSET_IN_TWO' }],
  'definitions.save': [{}, { cohortIds: [12] }],
  'definitions.share': [{}, { cohortIds: [12] }],
  'cohort.count-again': [{ cohortId: 12 }],
  'cohorts.describe': [
    {},
    { cohortIds: [12, 13], variableSetId: 7 },
    { cohortIds: [12], by: 'SEX', variableNames: ['AGE_ONSET', 'SEX'] },
  ],
  'download.new': [{}, { cohortId: 12, variableSetId: 7 }],
  'download.bundle': [
    { cohortId: 12, variableSetId: 7 },
    { cohortId: 12, variableSetId: 7, codes: 'labels' },
  ],
  'download.syntax': [
    { cohortId: 12, variableSetId: 7 },
    { cohortId: 12, variableSetId: 7, codes: 'labels', dates: 'parts' },
  ],
  'download-file.show': [{ fileId: '0f1e2d3c' }],
  'download-file.make-again': [{ fileId: '0f1e2d3c' }],
  'download-file.copy-citation': [{ fileId: '0f1e2d3c' }, { fileId: '0f1e2d3c', form: 'bibtex' }],
  'variable-set.save-redcap': [{ variableSetId: 7 }],
  'variable-set.save-bids': [{ variableSetId: 7 }],
  'help.show': [{}, { page: 'operate' }, { page: 'security', heading: 'small-counts' }],
  'glossary.open': [{}, { term: 'no-record' }],
  'history.show': [{}, { cohortId: 12 }, { variableSetId: 7 }],
  'import.accept-missing': [{ codes: 'age=999' }],
  'import.choose-id': [{ column: 'code' }],
  'import.leave-out': [{ path: 'notes.csv' }],
  'import.settle': [{ settlement: 'update' }],
  'pedigree.new': [{}, { parentId: 12 }, { parentId: 12, variableName: 'BIPOLAR' }],
  'pedigrees.draw': [{ cohortId: 12 }],
  'pedigrees.download-fam': [{ cohortId: 12 }],
  'pedigrees.save-phenopackets': [{ cohortId: 12 }],
  'project.show': [{ projectId: 3 }],
  'project.work-on': [{ projectId: 3 }],
  'cohort.rerun': [{ cohortId: 12 }],
  'variable-set.new': [{}, { variableNames: ['AGE_ONSET', 'SEX'] }, { fromSetId: 7 }, { describedIn: [12], by: 'SEX' }],
  'variable-set.show': [{ variableSetId: 7 }],
  'variable-set.duplicate': [{ variableSetId: 7 }],
  'variable-set.add': [{ variableSetId: 7 }, { variableSetId: 7, variableNames: ['AGE_ONSET'] }],
  'variables.search': [{}, { text: 'elated mood' }],
  'variable.show': [
    { variableName: 'AGE_ONSET' },
    { variableName: 'AGE_ONSET', cohortIds: [12, 13], compareWith: ['SEX'] },
  ],
  'variable.view-details': [{ variableName: 'AGE_ONSET' }],
  'variable.plot-against': [
    { variableName: 'AGE_ONSET', otherVariableName: 'SEX' },
    { variableName: 'AGE_ONSET', otherVariableName: 'SEX', cohortId: 12 },
  ],
  'variable.open-beside': [{ variableName: 'AGE_ONSET' }],
  'variable-edit.approve': [{ editId: 3, variableName: 'AGE_ONSET' }],
  'variable-edit.reject': [{ editId: 3, variableName: 'AGE_ONSET' }],
  'working-set.toggle': [{ variableName: 'AGE_ONSET' }],
  'codebook.open': [{}, { file: 'interview.pdf', page: '12' }],
}

export function examplesOf(id: CommandId): readonly ArgumentsOf<CommandId>[] {
  return EXAMPLES[id] ?? [{}]
}
