import { lazy } from 'react'
import type { ArgumentSource } from '#command-kit/argument-source.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import {
  projectRowsAtom,
  cohortRowsAtom,
  variableSetRowsAtom,
  variableRowsAtom,
} from '#entities/sources/choice-rows.ts'

const VariablePreview = lazy(async () => ({
  default: (await import('#entities/sources/variable-preview.tsx')).VariablePreview,
}))
const CohortPreview = lazy(async () => ({
  default: (await import('#entities/sources/cohort-preview.tsx')).CohortPreview,
}))

/** Searchable things of the palette, and sources of command arguments. */
export const argumentSources: readonly ArgumentSource[] = [
  {
    kind: 'variable',
    label: 'Variables',
    prefix: 'v',
    rows: variableRowsAtom,
    search: async (text, ports) => (await import('#entities/sources/search-variables.ts')).searchVariables(text, ports),
    toInvocation: (value) => invocationOf('variable.show', { variableName: String(value) }),
    page: { name: 'catalog', toInvocation: (text) => invocationOf('variables.search', { text }) },
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
