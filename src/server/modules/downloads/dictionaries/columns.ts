import type { DictionaryFormat } from '#contract/downloads.ts'
import { definitionWords } from '#contract/shapes/constraint-fields.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { isDataType } from '#domain/data-types.ts'
import { EXPLANATIONS } from '#domain/glossary.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { pipesToLines, textAt } from '#domain/text/text.ts'
import type { CodeLabels } from '#server/engine/downloads/download-table.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import type { OwnDefinition } from '#server/model/variable-annotation.ts'
import { hasPlaces, isCustom, type AnyVariable, type CustomVariable } from '#server/model/variable.ts'
import { bidsSidecar, redcapDictionary } from '#server/modules/downloads/dictionaries/dictionary-formats.ts'
import { mapWithPauses } from '#server/platform/scheduling/yield.ts'
import type { VariableDetails } from '#server/store/catalog/catalog.ts'
import { formulaTextOf } from '#server/store/custom-variables/custom-variables.ts'

/** A column of the data file, as dictionaries describe it. */
export interface DescribedColumn {
  readonly name: string
  readonly dataType: string
  readonly form: string
  readonly section: string
  readonly question: string
  /** Context of the question, and validation of the answer. */
  readonly note: string
  readonly codes: readonly DescribedCode[]
  /** The catalog's attributes; null where the column is not a variable. */
  readonly definition: OwnDefinition | null
}

export interface DescribedCode {
  readonly code: string
  readonly meaning: string
  /** The text in the file. */
  readonly written: string
}

const IDENTITY = { form: 'individual', section: '', note: '', codes: [], definition: null }

/** The id column. */
export const RECORD_ID: DescribedColumn = {
  ...IDENTITY,
  name: 'individual_id',
  dataType: 'identifier',
  question: 'Id of the individual',
}

/** The leading columns of every data file, in order, with the diagnoses that the file may have. */
export function ownDescriptions(diagnoses: readonly string[]): readonly DescribedColumn[] {
  return [
    RECORD_ID,
    { ...IDENTITY, name: 'family_id', dataType: 'identifier', question: 'Id of the family' },
    { ...IDENTITY, name: 'collection', dataType: 'categorical', question: 'Code of the clinical collection' },
    { ...IDENTITY, name: 'study_id', dataType: 'categorical', question: 'Number of the study' },
    { ...IDENTITY, name: 'consent', dataType: 'categorical', question: 'Consent to the use of the data' },
    {
      ...IDENTITY,
      name: 'dx_nimh',
      dataType: 'categorical',
      question: `Diagnosis. ${EXPLANATIONS.diagnosis}`,
      note: diagnoses.length === 0 ? '' : `Values: ${diagnoses.join('; ')}`,
    },
  ]
}

/** A variable's column; `labels` where the file contains labels instead of codes. */
export function describedColumn(
  variable: AnyVariable,
  details: VariableDetails | undefined,
  labels: CodeLabels | undefined,
): DescribedColumn {
  const { name, dataType } = variable
  const codes = codesOf(variable, details).map(({ code, meaning }) => ({
    code,
    meaning,
    written: labels?.labels[labels.codes.indexOf(code)] ?? code,
  }))
  if (isCustom(variable)) {
    const question = variable.description
    const note = customNote(variable)
    return { name, dataType, form: 'custom_variable', section: '', question, note, codes, definition: null }
  }
  const { instrument, version, section } = variable
  const note = [details?.explicit_context, details?.implicit_context, details?.answer_validation_desc]
    .filter(Boolean)
    .map((text) => pipesToLines(text ?? ''))
    .join('\n')
  return {
    name,
    dataType,
    form: `${instrument} ${version}`.trim(),
    section,
    question: pipesToLines(variable.question),
    note,
    codes,
    definition: details ? definitionOf(variable, details) : null,
  }
}

function definitionOf(variable: CatalogVariable, details: VariableDetails): OwnDefinition | null {
  const { dataType } = variable
  if (!isDataType(dataType)) return null
  return {
    DataType: dataType,
    Instrument: variable.instrument,
    Version: variable.version,
    FormTitle: details.title,
    Section: variable.section,
    Item: details.item,
    OriginalName: variable.originalName,
    ExplicitContext: details.explicit_context,
    ImplicitContext: details.implicit_context,
    AnswerValidation: details.answer_validation,
    AnswerValidationDescription: details.answer_validation_desc,
    PossibleValues: [...variable.possibleValues],
  }
}

/** The codes of a variable with their meanings; "" for an unknown meaning. */
export function codesOf(
  variable: AnyVariable,
  details: VariableDetails | undefined,
): { code: string; meaning: string }[] {
  if (!isCustom(variable)) {
    const meanings = details?.value_mapping ?? {}
    const codes = [...new Set([...variable.possibleValues, ...Object.keys(meanings)])]
    return codes.map((code) => ({ code, meaning: textAt(meanings, code) }))
  }
  if (!hasPlaces(variable)) return []
  const defined = variable.definitions.map(({ name, description }) => ({ code: name, meaning: description }))
  return [...defined, { code: UNKNOWN_VALUE, meaning: 'Unknown' }]
}

/** The labels of a variable's codes; undefined without meanings. */
export function labelsOf(codes: readonly { code: string; meaning: string }[], isList: boolean): CodeLabels | undefined {
  if (codes.every(({ meaning }) => meaning === '')) return undefined
  const labels = codes.map(({ code, meaning }) => {
    // Several answers of one participant are separated by semicolons.
    const text = isList ? meaning.replaceAll(';', ',') : meaning
    return text === '' ? code : text
  })
  const isDuplicate = (label: string, place: number) =>
    labels.some((other, elsewhere) => other === label && elsewhere !== place) ||
    codes.some(({ code }, elsewhere) => code === label && elsewhere !== place)
  return {
    codes: codes.map(({ code }) => code),
    // Codes with the same meaning get different labels.
    labels: labels.map((label, place) =>
      isDuplicate(label, place) ? `${label} (${codes[place]?.code ?? ''})` : label,
    ),
  }
}

function customNote(variable: CustomVariable): string {
  if (variable.formula) return `Formula: ${formulaTextOf(variable)}.`
  const rules = variable.definitions.map(
    ({ name, definition }) => `${name}: ${definitionWords(fromWire(definition)) || 'the rest'}`,
  )
  return [`Made of ${variable.sources.map(({ name }) => name).join(', ')}.`, ...rules].join('\n')
}

/** A data dictionary of some variables: REDCap's, whose first field is the record id, or a BIDS sidecar. */
export async function dictionaryText(
  format: DictionaryFormat,
  variables: readonly AnyVariable[],
  details: ReadonlyMap<string, VariableDetails>,
): Promise<string> {
  const columns = await mapWithPauses(variables, (variable) =>
    describedColumn(variable, details.get(variable.name), undefined),
  )
  return format === 'redcap' ? redcapDictionary([RECORD_ID, ...columns]) : bidsSidecar(columns)
}
