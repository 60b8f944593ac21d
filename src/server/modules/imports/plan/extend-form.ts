import { isCoded } from '#domain/data-types.ts'
import { type SameVariables, tableName } from '#domain/imports/import-options.ts'
import { planVariable, type PlannedVariable, countsByColumn } from '#server/modules/imports/plan/plan-variable.ts'
import type { ExistingForm, ExistingVariable } from '#server/modules/imports/plan/read-existing.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'

/** Rows for an existing form, by the variables that agree in name and type. */
export interface FormExtension {
  readonly existing: ExistingForm
  readonly source: SourceForm
  readonly variables: readonly ExtendedVariable[]
}

export interface ExtendedVariable {
  readonly known: ExistingVariable
  readonly planned: PlannedVariable
}

/** A source form split into extensions of existing forms, and the columns of a new form (null: none). */
export interface SplitForm {
  readonly extension: FormExtension | null
  readonly rest: SourceForm | null
}

interface PartOptions {
  /** Columns that the user assigned to existing variables. */
  readonly same: SameVariables
  readonly pause: () => Promise<void>
}

/**
 * Finds the existing form to extend: the one of the variables in `same`, else the latest version of the same instrument
 * that shares a column. Throws ImportRefused where an assigned column does not fit its variable.
 */
export async function splitForm(
  source: SourceForm,
  forms: readonly ExistingForm[],
  { same, pause }: PartOptions,
): Promise<SplitForm> {
  const named = source.columns.map(({ name }) => sameVariableOf(source.file, name, same))
  const names = new Set(named.filter((name) => name !== null))
  const existing = forms.findLast((form) =>
    names.size > 0 ? hasVariable(form, names) : form.instrument === source.instrument && sharesColumns(form, source),
  )
  const problems: Problem[] = []
  const refuse = (place: number, why: string) =>
    problems.push(problemAt(source.file, 1, `${source.columns[place]?.name ?? ''}: ${why}`))
  const known = new Map(existing?.variables.map((variable) => [variable.originalName, variable]))
  const byName = new Map(existing?.variables.map((variable) => [variable.variableName, variable]))
  const found = source.columns.map((column, place) => {
    const name = named[place] ?? null
    const variable = name === null ? known.get(originalName(column)) : byName.get(name)
    if (variable) known.delete(variable.originalName)
    else if (name !== null) refuse(place, noVariable(name, existing))
    return variable
  })
  if (problems.length > 0) throw new ImportRefused(problems)
  if (!existing) return { extension: null, rest: source }
  const described: SourceForm = {
    ...source,
    columns: source.columns.map((column, place) => withLevels(column, found[place])),
  }
  const answersOf = countsByColumn(described)
  const variables: ExtendedVariable[] = []
  const rest: number[] = []
  for (const [place, variable] of found.entries()) {
    const planned = variable
      ? planVariable(described, place, variable.variableName, { chosen: variable.dataType, answers: answersOf(place) })
      : null
    if (variable && planned?.variable.dataType === variable.dataType) variables.push({ known: variable, planned })
    else rest.push(place)
    if (variable && planned && named[place] !== null && planned.variable.dataType !== variable.dataType) {
      const { variableName, dataType } = variable
      refuse(place, `its answers are ${planned.variable.dataType}, those of ${variableName} are ${dataType}.`)
    }
    await pause()
  }
  if (problems.length > 0) throw new ImportRefused(problems)
  return { extension: { existing, source, variables }, rest: rest.length === 0 ? null : withColumns(source, rest) }
}

export function sameVariableOf(file: string, column: string, same: SameVariables): string | null {
  const key = column.toLowerCase()
  return same.get(`${tableName(file)}:${key}`) ?? same.get(key) ?? null
}

function noVariable(name: string, existing: ExistingForm | undefined): string {
  if (!existing) return `there is no variable ${name} in the database.`
  return `there is no variable ${name} in the form ${existing.title}.`
}

function hasVariable({ variables }: ExistingForm, names: ReadonlySet<string>): boolean {
  return variables.some(({ variableName }) => names.has(variableName))
}

function originalName({ name, description }: SourceForm['columns'][number]): string {
  return description.definition?.OriginalName ?? name
}

function sharesColumns({ variables }: ExistingForm, { columns }: SourceForm): boolean {
  const names = new Set(columns.map(originalName))
  return columns.length === 0 || variables.some((variable) => names.has(variable.originalName))
}

/** A column without a dictionary takes the levels of its variable. */
function withLevels(column: SourceForm['columns'][number], variable: ExistingVariable | undefined) {
  const isDeclared = variable && isCoded(variable.dataType) && Object.keys(variable.valueMapping).length > 0
  if (!isDeclared || column.description.levels.size > 0) return column
  const levels = new Map(variable.possibleValues.map((code) => [code, variable.valueMapping[code] ?? '']))
  return { ...column, description: { ...column.description, levels } }
}

function withColumns(source: SourceForm, places: readonly number[]): SourceForm {
  return {
    ...source,
    columns: places.flatMap((place) => source.columns[place] ?? []),
    cell: (offset, column) => source.cell(offset, places[column] ?? -1),
  }
}
