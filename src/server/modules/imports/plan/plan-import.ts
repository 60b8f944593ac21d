import type { DataType } from '#domain/data-types.ts'
import { NO_SAME_VARIABLES, type SameVariables, tableName } from '#domain/import-options.ts'
import { partForm, type FormExtension, type PartedForm } from '#server/modules/imports/plan/extend-form.ts'
import { isPresent } from '#server/modules/imports/source/present.ts'
import { planVariable, type PlannedVariable } from '#server/modules/imports/plan/plan-variable.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'
import type { ExistingForm } from '#server/modules/imports/plan/read-existing.ts'
import type { ImportReport, Renaming } from '#server/modules/imports/plan/report-types.ts'
import type { SourceDataSet } from '#server/modules/imports/source/source-data-set.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'
import type { Person, StoredForm } from '#server/modules/imports/source/store-types.ts'
import { alikeVisits } from '#server/modules/imports/plan/visits.ts'
import { assignNames } from '#server/modules/imports/plan/variable-names.ts'

/** What an import is about to store, and what it will tell. */
export interface ImportPlan {
  readonly people: readonly Person[]
  readonly forms: readonly StoredForm[]
  /** What is added to forms that are there, before it is compared with their records. */
  readonly extensions: readonly FormExtension[]
  readonly report: ImportReport
}

/** What the database holds already that names must not clash with. */
export interface Existing {
  readonly variableNames: ReadonlySet<string>
  readonly forms: readonly ExistingForm[]
}

export interface PlanOptions {
  /** Data types that somebody chose, by the variable's name. */
  readonly types?: ReadonlyMap<string, DataType>
  /** Which columns hold further answers to variables that are in the database under another name. */
  readonly same?: SameVariables
  readonly pause: () => Promise<void>
}

/** Settles names and types of a whole data set. Throws ImportRefused where nobody is left to import. */
export async function planImport(source: SourceDataSet, existing: Existing, options: PlanOptions): Promise<ImportPlan> {
  const { people } = source
  // A dictionary without a table of answers is a catalog; a table in which nobody is left is a mistake.
  if (!source.isCatalogAlone && source.forms.every(({ rows }) => rows.length === 0) && people.length === 0) {
    const file = source.forms[0]?.file ?? ''
    throw new ImportRefused([...source.refused, problemAt(file, null, 'Nobody is in this table.')])
  }
  const { same = NO_SAME_VARIABLES } = options
  refuseUnusedNames(same, source.forms)
  const parted: PartedForm[] = []
  // A form is extended by one file of an import: two would not be compared with each other.
  const extended = new Set<ExistingForm>()
  for (const form of source.forms) {
    const known = existing.forms.filter((one) => !extended.has(one))
    const part = await partForm(form, known, { same, pause: options.pause })
    if (part.extension) extended.add(part.extension.existing)
    parted.push(part)
  }
  const extensions = parted.map(({ extension }) => extension).filter(isPresent)
  const own = parted.map(({ rest }) => rest).filter(isPresent)
  const names = namesByForm(own, existing)
  const planned: PlannedForm[] = []
  for (const [index, form] of own.entries()) {
    planned.push(await planForm(form, names[index] ?? [], existing, options))
  }
  const all = [...extensions.map(extendedForm), ...planned]
  const variables = all.flatMap((form) => form.variables)
  return {
    people,
    forms: planned.map((form) => form.stored),
    extensions,
    report: {
      individuals: people.length,
      forms: all.map(({ source, title, variables }) => ({
        file: source.file,
        title,
        rows: source.rows.length,
        variables: variables.length,
        observations: variables.reduce((sum, { variable }) => sum + variable.observations, 0),
      })),
      variables: all.flatMap(({ source, variables, isKnown }) =>
        variables.map(({ variable, inference }) => ({
          file: source.file,
          isKnown,
          variableName: variable.variableName,
          originalName: variable.originalName,
          question: variable.question,
          dataType: variable.dataType,
          reason: inference?.reason ?? null,
          possibleValues: variable.possibleValues,
          valueMapping: variable.valueMapping,
          observations: variable.observations,
        })),
      ),
      declaredTypes: variables.filter((variable) => variable.inference === null).length,
      inferences: variables.map((variable) => variable.inference).filter(isPresent),
      renamings: planned.flatMap(({ source, stored }) => renamings(source.file, stored)),
      outsideLevels: variables.flatMap((variable) => variable.outsideLevels),
      outsideRange: variables.flatMap((variable) => variable.outsideRange),
      refused: source.refused,
      notes: [...source.notes, ...variables.flatMap(({ notes }) => notes)],
    },
  }
}

/** Throws ImportRefused where no file has a column of which somebody said whose answers it holds. */
function refuseUnusedNames(same: SameVariables, forms: readonly SourceForm[]): void {
  const keys = new Set(
    forms.flatMap(({ file, columns }) =>
      columns.flatMap(({ name }) => [name.toLowerCase(), `${tableName(file)}:${name.toLowerCase()}`]),
    ),
  )
  const unused = [...same].filter(([key]) => !keys.has(key))
  if (unused.length === 0) return
  throw new ImportRefused(
    unused.map(([key, name]) => problemAt('', null, `No file has a column ${key}, which was said to be ${name}.`)),
  )
}

interface ReportedForm {
  readonly source: SourceForm
  readonly title: string
  readonly variables: readonly PlannedVariable[]
  /** Whether they are in the database already. */
  readonly isKnown: boolean
}

interface PlannedForm extends ReportedForm {
  readonly stored: StoredForm
}

function extendedForm({ existing, source, variables }: FormExtension): ReportedForm {
  return { source, title: existing.title, variables: variables.map(({ planned }) => planned), isKnown: true }
}

async function planForm(
  source: SourceForm,
  names: readonly string[],
  existing: Existing,
  { types, pause }: PlanOptions,
): Promise<PlannedForm> {
  const variables: PlannedVariable[] = []
  const answersOf = alikeVisits(source)
  for (const [index, name] of names.entries()) {
    const variable = planVariable(source, index, name, { chosen: types?.get(name), answers: answersOf(index) })
    if (variable !== null) variables.push(variable)
    await pause()
  }
  const earlier = existing.forms.filter(({ instrument }) => instrument === source.instrument).length
  const stored: StoredForm = {
    instrument: source.instrument,
    version: earlier === 0 ? (source.version ?? '') : String(earlier + 1),
    title: source.title,
    individualIds: source.rows.map((row) => row.individualId),
    variables: variables.map(({ variable }) => variable),
  }
  return { source, title: source.title, stored, variables, isKnown: false }
}

function namesByForm(forms: readonly SourceForm[], existing: Existing): string[][] {
  const columns = forms.flatMap(({ instrument, isParticipants, columns }) =>
    columns.map(({ name }) => ({ instrument, originalName: name, isParticipants })),
  )
  const names = assignNames(columns, existing.variableNames)
  return forms.map((form) => names.splice(0, form.columns.length))
}

function renamings(file: string, form: StoredForm): Renaming[] {
  return form.variables
    .filter(({ variableName, originalName }) => variableName !== originalName.toUpperCase())
    .map(({ variableName, originalName }) => ({ file, variableName, originalName }))
}
