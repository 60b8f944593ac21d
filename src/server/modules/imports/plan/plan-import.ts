import type { DataType } from '#domain/data-types.ts'
import type { TableAccount } from '#domain/imports/balance.ts'
import { NO_SAME_VARIABLES, type SameVariables, tableName } from '#domain/imports/import-options.ts'
import { VARIABLE_NAME_MAX } from '#domain/limits.ts'
import { splitForm, type FormExtension, type SplitForm } from '#server/modules/imports/plan/extend-form.ts'
import { planVariable, type PlannedVariable, countsByColumn } from '#server/modules/imports/plan/plan-variable.ts'
import type { ExistingForm } from '#server/modules/imports/plan/read-existing.ts'
import type { ImportReport, Renaming } from '#server/modules/imports/plan/report.ts'
import { withTimesBeside } from '#server/modules/imports/plan/times-beside.ts'
import { ImportRefused, problemAt, isPresent } from '#server/modules/imports/source/problem.ts'
import type { SourceForm, SourceDataSet } from '#server/modules/imports/source/source-form.ts'
import type { Participant, StoredForm } from '#server/modules/imports/source/store-types.ts'
import { accountsOf } from '#server/modules/imports/source/table-account.ts'

export interface ImportPlan {
  readonly participants: readonly Participant[]
  readonly forms: readonly StoredForm[]
  /** Additions to existing forms, before comparison with their records. */
  readonly extensions: readonly FormExtension[]
  readonly report: ImportReport
}

/** Names in the database that new names must not clash with. */
export interface Existing {
  readonly individualIds: ReadonlySet<string>
  readonly variableNames: ReadonlySet<string>
  readonly forms: readonly ExistingForm[]
}

export interface PlanOptions {
  /** Data types that the user chose, by variable name. */
  readonly types?: ReadonlyMap<string, DataType>
  /** Columns that the user assigned to existing variables. */
  readonly same?: SameVariables
  readonly pause: () => Promise<void>
}

/** Decides the names and types of a data set. Throws ImportRefused where no participant remains. */
export async function planImport(source: SourceDataSet, existing: Existing, options: PlanOptions): Promise<ImportPlan> {
  const { participants } = source
  // Dictionaries without tables are a catalog; a table without participants is an error.
  if (!source.isCatalogAlone && source.forms.every(({ rows }) => rows.length === 0) && participants.length === 0) {
    const file = source.forms[0]?.file ?? ''
    throw new ImportRefused([...source.refused, problemAt(file, null, 'Nobody is in this table.')])
  }
  const { same = NO_SAME_VARIABLES } = options
  const accounts = await accountsOf(source, existing.individualIds)
  const withTimes = source.forms.map(withTimesBeside)
  const sourceForms = withTimes.map(({ form }) => form)
  refuseUnusedNames(same, sourceForms)
  const parted: SplitForm[] = []
  // At most one file of an import extends a form, because two files are not compared with each other.
  const extended = new Set<ExistingForm>()
  for (const form of sourceForms) {
    const known = existing.forms.filter((one) => !extended.has(one))
    const part = await splitForm(form, known, { same, pause: options.pause })
    if (part.extension) extended.add(part.extension.existing)
    parted.push(part)
  }
  const extensions = parted.map(({ extension }) => extension).filter(isPresent)
  const newForms = parted.map(({ rest }) => rest).filter(isPresent)
  const names = namesByForm(newForms, existing)
  const planned: PlannedForm[] = []
  for (const [index, form] of newForms.entries()) {
    planned.push(await planForm(form, names[index] ?? [], existing, options))
  }
  const all = [...extensions.map(extendedForm), ...planned]
  const variables = all.flatMap((form) => form.variables)
  const blocking = variables.flatMap((variable) => variable.blocking)
  if (blocking.length > 0) throw new ImportRefused(blocking)
  return {
    participants,
    forms: planned.map((form) => form.stored),
    extensions,
    report: {
      balance: { filesRead: source.filesRead, filesLeftOut: source.filesLeftOut, tables: withUnfit(accounts, all) },
      individuals: participants.length,
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
      notes: [...source.notes, ...withTimes.flatMap(({ notes }) => notes), ...variables.flatMap(({ notes }) => notes)],
    },
  }
}

/** Throws ImportRefused where no file has an assigned column. */
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

/** Counts the texts that are no numbers or dates as missing. */
function withUnfit(accounts: readonly TableAccount[], forms: readonly ReportedForm[]): TableAccount[] {
  return accounts.map((account) => {
    const ofFile = forms.filter(({ source }) => source.file === account.file)
    const count = ofFile.flatMap(({ variables }) => variables).reduce((sum, { unfit }) => sum + unfit, 0)
    if (count === 0) return account
    const { cells } = account
    const missing = [...cells.missing, { why: 'no numbers or dates', count }]
    return { ...account, cells: { ...cells, answers: cells.answers - count, missing } }
  })
}

interface ReportedForm {
  readonly source: SourceForm
  readonly title: string
  readonly variables: readonly PlannedVariable[]
  /** Whether the variable exists in the database. */
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
  const answersOf = countsByColumn(source)
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

/** A column without a variable name. */
export interface ColumnToName {
  readonly instrument: string
  readonly originalName: string
  /** On a clash, columns of the participants' table keep their bare name. */
  readonly isParticipants: boolean
}

/**
 * A valid variable name: upper case, letters, digits and underscores, at most 48 characters, no leading digit. The
 * fallback is "V".
 */
export function validName(original: string): string {
  const upper = original.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const isValid = /^[A-Z0-9_]*$/.test(upper)
  const letters = isValid ? upper : upper.replaceAll(/[^A-Z0-9]+/g, '_').replaceAll(/^_|_$/g, '')
  const name = /[A-Z0-9]/.test(letters) ? letters : 'V'
  return (/^\d/.test(name) ? `_${name}` : name).slice(0, VARIABLE_NAME_MAX)
}

/**
 * Names the variables in the given order. On a clash a name gets its form's name as prefix, and then a number: _2, _3 …
 */
export function assignNames(columns: readonly ColumnToName[], taken: ReadonlySet<string> = new Set()): string[] {
  const instruments = new Map<string, Set<string>>()
  for (const { originalName, instrument } of columns) {
    const name = validName(originalName)
    instruments.set(name, (instruments.get(name) ?? new Set()).add(instrument))
  }
  const requests = columns.map((column, index) => {
    const bare = validName(column.originalName)
    const isFree = !taken.has(bare)
    if (isFree && column.isParticipants) return { index, name: bare, rank: 0 }
    if (isFree && instruments.get(bare)?.size === 1) return { index, name: bare, rank: 1 }
    return { index, name: validName(`${column.instrument}_${column.originalName}`), rank: 2 }
  })
  // Bare names first, so that no prefixed name takes one of them.
  const used = new Set(taken)
  const named = requests
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ index, name }) => {
      const unique = numbered(name, used)
      used.add(unique)
      return { index, unique }
    })
  return named.toSorted((a, b) => a.index - b.index).map(({ unique }) => unique)
}

function numbered(base: string, used: ReadonlySet<string>): string {
  if (!used.has(base)) return base
  for (let number = 2; ; number++) {
    const suffix = `_${number}`
    const name = base.slice(0, VARIABLE_NAME_MAX - suffix.length) + suffix
    if (!used.has(name)) return name
  }
}
