import type { FormatOptions } from '#server/modules/imports/formats/import-format.ts'
import { settleRepeats, type NamedVisits, type Visit } from '#server/modules/imports/formats/plain/repeated-rows.ts'
import { checkboxOf, type RedcapField } from '#server/modules/imports/formats/redcap/redcap-dictionary.ts'
import type { DelimitedTable, TableRow } from '#server/modules/imports/source/delimited-table.ts'
import { identifiedRows } from '#server/modules/imports/source/identified-rows.ts'
import { answerOf, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceRow } from '#server/modules/imports/source/source-form.ts'

/** The records of a project, one row each; longitudinal projects have the columns of each visit. */
export interface RedcapRecords {
  readonly table: DelimitedTable
  readonly rows: readonly SourceRow[]
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
  /** The names of the visits: event, instance or both; one without a name where each record has one row. */
  readonly visits: readonly string[]
  /** The column of that name at a visit. */
  readonly placeOf: (name: string, visit: number) => number | undefined
  /** The columns that the dictionary does not have and that are no column about the row. */
  readonly further: readonly string[]
  readonly aboutTheRow: readonly string[]
  /** The names of the events, in their order. */
  readonly events: readonly string[]
}

const EVENT = 'redcap_event_name'
const INSTRUMENT = 'redcap_repeat_instrument'
const INSTANCE = 'redcap_repeat_instance'
/** REDCap's columns about the row: of a project, and of each form. */
const ABOUT_THE_ROW =
  /^redcap_(?:event_name|repeat_instrument|repeat_instance|data_access_group|survey_identifier)$|_(?:complete|timestamp)$/

/** Reads the records; rows of several events and instances by the rule, in the order of the events. */
export async function readRedcapRecords(
  table: DelimitedTable,
  id: RedcapField,
  fields: readonly RedcapField[],
  { repeat, eventsBefore }: Pick<FormatOptions, 'repeat' | 'eventsBefore'>,
): Promise<RedcapRecords> {
  const events = eventsOf(table, eventsBefore)
  const settled = settleRepeats(table, table.header.indexOf(id.name), repeat, undefined, visitsOf(table, events))
  const places = new Map<string, number[]>()
  for (const [place, name] of (settled.described ?? settled.header).entries()) {
    places.set(name, [...(places.get(name) ?? []), place])
  }
  const { rows, refused } = await identifiedRows(settled, () => null, settled.header.indexOf(id.name))
  const known = new Set([id.name, ...fields.map(({ name }) => name)])
  const others = [...places.keys()].filter((name) => !known.has(name) && !known.has(checkboxOf(name)))
  const aboutTheRow = others.filter((name) => ABOUT_THE_ROW.test(name))
  return {
    table: settled,
    rows,
    refused,
    notes: [...(settled.remarks ?? []), ...noVariables(table.file, aboutTheRow)],
    visits: settled.visits ?? [''],
    placeOf: (name, visit) => places.get(name)?.[visit],
    further: others.filter((name) => !ABOUT_THE_ROW.test(name)),
    aboutTheRow,
    events,
  }
}

function noVariables(file: string, names: readonly string[]): Problem[] {
  if (names.length === 0) return []
  const words = `${names.join(', ')}: ${names.length === 1 ? 'a column' : 'columns'} of REDCap about the row, no ${names.length === 1 ? 'variable' : 'variables'}.`
  return [problemAt(file, 1, words)]
}

/** The events in the order of earlier imports; new ones follow in the order of the rows. */
function eventsOf(table: DelimitedTable, before: readonly string[]): readonly string[] {
  const place = table.header.indexOf(EVENT)
  if (place === -1) return []
  return [...new Set([...before, ...table.rows.map(({ offset }) => answerOf(table.cell(offset, place)) ?? '')])]
}

/** The event and instance of each row; null for a project without them. */
function visitsOf(table: DelimitedTable, events: readonly string[]): NamedVisits | null {
  const placeOf = (name: string) => table.header.indexOf(name)
  const [event, instrument, instance] = [placeOf(EVENT), placeOf(INSTRUMENT), placeOf(INSTANCE)]
  if (event === -1 && instance === -1) return null
  const textAt = ({ offset }: TableRow, place: number) =>
    place === -1 ? '' : (answerOf(table.cell(offset, place)) ?? '')
  const arms = new Set(events.map((name) => /_arm_\d+$/.exec(name)?.[0]).filter(isDefined))
  const shortOf = (name: string) => (arms.size < 2 ? name.replace(/_arm_\d+$/, '') : name)
  const rankOf = ({ key }: Visit) => {
    const [name = '', number = ''] = key.split('\t')
    return [events.indexOf(name), Number(number)] as const
  }
  return {
    visitOf: (row) => {
      const [name, number] = [textAt(row, event), textAt(row, instance)]
      return {
        key: `${name}\t${number}`,
        label: [shortOf(name), number].filter(Boolean).join('_'),
        part: textAt(row, instrument),
      }
    },
    compare: (one, other) => {
      const [[eventOne, numberOne], [eventOther, numberOther]] = [rankOf(one), rankOf(other)]
      return eventOne - eventOther || numberOne - numberOther
    },
    isAboutTheRow: (name) => ABOUT_THE_ROW.test(name),
    words: event === -1 ? 'by instance' : `in the order of the events: ${events.map(shortOf).join(', ')}`,
  }
}

function isDefined(text: string | undefined): text is string {
  return text !== undefined
}
