import type { ArgumentSource } from '#command-kit/argument-source.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { CohortPreview } from '#entities/sources/cohort-preview.tsx'
import { cohortRowsAtom } from '#entities/sources/cohort-rows.ts'
import { projectRowsAtom } from '#entities/sources/project-rows.ts'
import { VariablePreview } from '#entities/sources/variable-preview.tsx'
import { searchVariables, variableRowsAtom } from '#entities/sources/variable-rows.ts'
import { variableSetRowsAtom } from '#entities/sources/variable-set-rows.ts'

/** What the palette finds besides commands, and offers for their arguments. */
export const argumentSources: readonly ArgumentSource[] = [
  {
    kind: 'variable',
    label: 'Variables',
    prefix: 'v',
    rows: variableRowsAtom,
    search: searchVariables,
    toInvocation: (value) => invocationOf('variable.show', { variableName: String(value) }),
    Preview: VariablePreview,
  },
  {
    kind: 'cohort',
    label: 'Cohorts',
    prefix: 'c',
    rows: cohortRowsAtom,
    toInvocation: (value) => invocationOf('cohort.show', { cohortId: Number(value) }),
    Preview: CohortPreview,
  },
  {
    kind: 'variable-set',
    label: 'Variable sets',
    prefix: 's',
    rows: variableSetRowsAtom,
    toInvocation: (value) => invocationOf('variable-set.show', { variableSetId: Number(value) }),
  },
  {
    kind: 'project',
    label: 'Projects',
    prefix: 'p',
    rows: projectRowsAtom,
    toInvocation: (value) => invocationOf('project.show', { projectId: Number(value) }),
  },
]
