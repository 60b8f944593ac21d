import { STRATUM_FIELDS } from '#domain/cohorts/rules.ts'
import type { ExpressionLookup, NamedVariable } from '#domain/expressions/lookup.ts'

interface Names {
  readonly variables: readonly NamedVariable[]
  readonly cohorts?: Readonly<Record<number, string>>
  readonly collections?: Readonly<Record<string, string>>
  readonly versions?: readonly (readonly string[])[]
}

/** A lookup in lists of names. */
export function lookupIn({ variables, cohorts = {}, collections, versions = [] }: Names): ExpressionLookup {
  const byName = new Map(variables.map((variable) => [variable.name.toUpperCase(), variable]))
  const cohortIds = new Map(Object.entries(cohorts).map(([id, name]) => [name.toUpperCase(), Number(id)]))
  return {
    variable: (name) => byName.get(name.toUpperCase()),
    cohort: (name) => cohortIds.get(name.toUpperCase()),
    cohortName: (id) => cohorts[id],
    stratum: (field) =>
      field === STRATUM_FIELDS[1] && collections ? { codes: Object.keys(collections), meanings: collections } : null,
    versions: (name) => [name, ...(versions.find((names) => names.includes(name)) ?? []).filter((one) => one !== name)],
    variableNames: () => variables.map(({ name }) => name),
    cohortNames: () => Object.values(cohorts),
  }
}

const YES_NO = { codes: ['0', '1', '2'], meanings: { 0: 'No', 1: 'Yes', 2: 'Yes, definite' } }

/** The names of the examples. */
export const EXAMPLE_LOOKUP: ExpressionLookup = lookupIn({
  variables: [
    { name: 'MOOD_HIGH_EVER', dataType: 'categorical', ...YES_NO },
    { name: 'VOICES_EVER', dataType: 'categorical', ...YES_NO },
    { name: 'MARRIED', dataType: 'dichotomous', codes: ['1'], meanings: { 1: 'Yes' } },
    { name: 'SEX', dataType: 'categorical', codes: ['1', '2'], meanings: { 1: 'Male', 2: 'Female' } },
    { name: 'SEX_V2', dataType: 'categorical', codes: ['M', 'F'], meanings: { M: 'Male', F: 'Female' } },
    { name: 'SYMPTOMS', dataType: 'multicategory', codes: ['1', '2', '3'], meanings: { 1: 'Sleep', 2: 'Mood' } },
    { name: 'AGE', dataType: 'numberrange', codes: [], meanings: {} },
    { name: 'AGE_ONSET', dataType: 'numberrange', codes: [], meanings: {} },
    { name: 'BIRTH', dataType: 'fuzzydate', codes: [], meanings: {} },
    { name: 'DRUG', dataType: 'text', codes: [], meanings: {} },
    { name: 'study', dataType: 'numberrange', codes: [], meanings: {} },
  ],
  cohorts: { 1: 'All Individuals', 7: 'High mood', 9: 'Controls' },
  collections: { bp: 'Bipolar', sz: 'Schizophrenia', au: 'Autism' },
  versions: [['SEX', 'SEX_V2']],
})
