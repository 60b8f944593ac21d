import { isCoded } from '#domain/data-types.ts'
import { planVariable, type PlannedVariable } from '#server/import/plan-variable.ts'
import type { ExistingForm, ExistingVariable } from '#server/import/read-existing.ts'
import type { SourceForm } from '#server/import/source-form.ts'
import { alikeVisits } from '#server/import/visits.ts'

/** Rows of a file for a form that is there already, by the variables that agree in name and type. */
export interface FormExtension {
  readonly existing: ExistingForm
  readonly source: SourceForm
  readonly variables: readonly ExtendedVariable[]
}

export interface ExtendedVariable {
  readonly known: ExistingVariable
  readonly planned: PlannedVariable
}

/** A source form parted into what extends a form, and the columns (null: none) that make a form of their own. */
export interface PartedForm {
  readonly extension: FormExtension | null
  readonly rest: SourceForm | null
}

/** Finds the latest form of the same instrument that has one of the columns, and the columns that agree with it. */
export async function partForm(
  source: SourceForm,
  forms: readonly ExistingForm[],
  pause: () => Promise<void>,
): Promise<PartedForm> {
  const existing = forms.findLast((form) => form.instrument === source.instrument && sharesColumns(form, source))
  if (!existing) return { extension: null, rest: source }
  const known = new Map(existing.variables.map((variable) => [variable.originalName, variable]))
  const found = source.columns.map((column) => {
    const variable = known.get(originalName(column))
    if (variable) known.delete(variable.originalName)
    return variable
  })
  const described: SourceForm = {
    ...source,
    columns: source.columns.map((column, place) => withLevels(column, found[place])),
  }
  const answersOf = alikeVisits(described)
  const variables: ExtendedVariable[] = []
  const rest: number[] = []
  for (const [place, variable] of found.entries()) {
    const planned = variable
      ? planVariable(described, place, variable.variableName, { chosen: variable.dataType, answers: answersOf(place) })
      : null
    if (variable && planned?.variable.dataType === variable.dataType) variables.push({ known: variable, planned })
    else rest.push(place)
    await pause()
  }
  return { extension: { existing, source, variables }, rest: rest.length === 0 ? null : withColumns(source, rest) }
}

function originalName({ name, description }: SourceForm['columns'][number]): string {
  return description.own?.OriginalName ?? name
}

function sharesColumns({ variables }: ExistingForm, { columns }: SourceForm): boolean {
  const names = new Set(columns.map(originalName))
  return columns.length === 0 || variables.some((variable) => names.has(variable.originalName))
}

/** A column without a dictionary has the levels that were declared for its variable. */
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
    cell: (at, column) => source.cell(at, places[column] ?? -1),
  }
}
