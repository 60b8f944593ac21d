import type * as v from 'valibot'

/**
 * The API's field names are snake_case, and its ids are one word (`cohortid`). Entities and features use camelCase: the
 * client renames each response and each request here, and nowhere else.
 */

/** Names that are not snake_case. */
const IRREGULAR = {
  cohortid: 'cohortId',
  cohortids: 'cohortIds',
  constructid: 'constructId',
  downloadid: 'downloadId',
  fileid: 'fileId',
  limit_cohortid: 'limitCohortId',
  projectid: 'projectId',
  rowcount: 'rowCount',
  searchstring: 'searchString',
  searchtype: 'searchType',
  variablesets: 'variableSets',
  varsetid: 'variableSetId',
  PDF_file: 'pdfFile',
  PDF_page: 'pdfPage',
  TOC_page: 'tocPage',
} as const

/** Records: their keys are data and not renamed. */
const RECORDS = new Set(['names', 'subject', 'types', 'value_mapping', 'values'])

type NameOf<Name> = Name extends keyof typeof IRREGULAR
  ? (typeof IRREGULAR)[Name]
  : Name extends `${infer First}_${infer Rest}`
    ? `${First}${Capitalize<NameOf<Rest> & string>}`
    : Name

/** A shape of the API with camelCase names. */
export type Named<Wire> = Wire extends readonly unknown[]
  ? { [Place in keyof Wire]: Named<Wire[Place]> }
  : Wire extends object
    ? string extends keyof Wire
      ? Wire
      : { [Name in keyof Wire as NameOf<Name>]: Named<Wire[Name]> }
    : Wire

/** An endpoint's request in the client's names. */
export type RequestOf<Row extends { readonly input: v.GenericSchema }> = Named<v.InferInput<Row['input']>>

/** An endpoint's response in the client's names. */
export type ResponseOf<Row extends { readonly answer: v.GenericSchema }> = Named<v.InferOutput<Row['answer']>>

const NAMES = new Map<string, string>(Object.entries(IRREGULAR))
const WIRE_NAMES = new Map<string, string>([
  ...Object.entries(IRREGULAR).map(([wire, name]) => [name, wire] as const),
  // Drafts of custom variables have it in camelCase in the API too.
  ['defaultValue', 'defaultValue'],
])

/** The camelCase name of a field. */
export function nameOf(wire: string): string {
  let name = NAMES.get(wire)
  if (name === undefined) {
    name = wire.replaceAll(/_./g, (letter) => letter.charAt(1).toUpperCase())
    NAMES.set(wire, name)
  }
  return name
}

/** The name of a request's field in the API. */
export function wireNameOf(name: string): string {
  return WIRE_NAMES.get(name) ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function fromWire<Wire>(value: Wire): Named<Wire> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of a type cannot be computed at run time
  return renamed(value, nameOf) as Named<Wire>
}

export function toWire<Wire>(value: Named<Wire>): Wire {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of a type cannot be computed at run time
  return renamed(value, wireNameOf) as Wire
}

// Responses may have thousands of rows: no function call for a leaf, no pair for a field.
function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) {
    return value.some(isObject) ? value.map((item) => renamed(item, rename)) : value
  }
  if (!isObject(value)) return value
  const result: Record<string, unknown> = {}
  for (const name in value) {
    const other = rename(name)
    const part = value[name]
    if (!isObject(part)) result[other] = part
    else if (!Array.isArray(part) && (RECORDS.has(name) || RECORDS.has(other))) result[other] = part
    else result[other] = renamed(part, rename)
  }
  return result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
