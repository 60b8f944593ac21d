import type { RepeatRules } from '#domain/imports/import-options.ts'
import { PHENOTYPE } from '#domain/imports/import-path.ts'
import { readSidecar, type Sidecar } from '#server/modules/imports/formats/bids/sidecar.ts'
import type { FormatContent, FormatOptions, ImportFormat } from '#server/modules/imports/formats/import-format.ts'
import { refuseRules, settleRepeats } from '#server/modules/imports/formats/plain/repeated-rows.ts'
import { readText } from '#server/modules/imports/source/decode-text.ts'
import { readBidsTable, type DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import {
  ID_COLUMN,
  idColumn,
  identifiedRows,
  withoutRowsOf,
  type IdentifiedRows,
} from '#server/modules/imports/source/identified-rows.ts'
import { ImportRefused, problemAt, type Problem, ProblemCollector } from '#server/modules/imports/source/problem.ts'
import { PARTICIPANTS, type SourceFiles } from '#server/modules/imports/source/read-folder.ts'
import { looksOf } from '#server/modules/imports/source/similar-ids.ts'
import { undescribed, type SourceForm } from '#server/modules/imports/source/source-form.ts'
import type { TableUse } from '#server/modules/imports/source/table-account.ts'

interface TableFile {
  readonly table: DelimitedTable
  readonly sidecar: Sidecar | null
  readonly instrument: string
}

/** BIDS: participants.tsv (the first form) and phenotype/*.tsv, with their sidecars. */
export const BIDS: ImportFormat = {
  detect: ({ bids }) => bids.size > 0,
  read: async ({ bids }, options) => ({
    ...(await readBids(bids, options)),
    pedigree: [],
    listsParticipants: true,
    isCatalogAlone: false,
  }),
}

async function readBids(
  files: SourceFiles,
  { repeat, similarIds, watch, isAddition, isKnown }: FormatOptions,
): Promise<Pick<FormatContent, 'forms' | 'uses' | 'refused' | 'notes'>> {
  const problems = new ProblemCollector()
  // An addition to known participants needs no participants.tsv.
  const needsParticipants = files.has(PARTICIPANTS) || !isAddition
  const participants = needsParticipants
    ? await problems.attemptAsync(() => readTable(files, PARTICIPANTS, { repeat, watch }))
    : null
  const forms: TableFile[] = []
  for (const path of files.keys()) {
    if (!path.startsWith(`${PHENOTYPE}/`) || !path.endsWith('.tsv')) continue
    const form = await problems.attemptAsync(() => readTable(files, path, { repeat, watch }))
    if (form !== null) forms.push(form)
  }
  problems.throwIfAny()

  const refused: Problem[] = []
  const notes: Problem[] = []
  const identify = async (
    file: TableFile,
    refuse: (individualId: string) => string | null,
  ): Promise<IdentifiedRows> => {
    const identified = await identifiedRows(file.table, refuse)
    refused.push(...identified.refused)
    notes.push(...(file.sidecar?.notes ?? []), ...(file.table.remarks ?? []), ...columnsNotThere(file))
    return identified
  }
  const identified = participants === null ? null : await identify(participants, () => null)
  const listed = participants && identified ? [sourceForm(participants, identified.rows)] : []
  const ids = new Set(listed.flatMap(({ rows }) => rows.map((row) => row.individualId)))
  const looks = new Set([...ids].map(looksOf))
  // A refused participant is reported once, not for each form.
  const isLeftOut = (id: string) => identified?.refusedIds.has(id) === true && !ids.has(id)
  const uses = participants === null ? [] : [tableUse(participants.table)]
  const others: SourceForm[] = []
  for (const form of forms) {
    const file = { ...form, table: withoutRowsOf(form.table, isLeftOut) }
    uses.push(tableUse(file.table))
    // Another spelling of a listed id is settled with those of all files.
    const isSpelling = (id: string) => similarIds !== 'apart' && looks.has(looksOf(id))
    const refuse = (id: string) =>
      ids.has(id) || isKnown(id) || isSpelling(id) ? null : `${id} is not among the rows of ${PARTICIPANTS}.`
    others.push(sourceForm(file, (await identify(file, refuse)).rows))
  }
  return { forms: [...listed, ...others], uses, refused, notes }
}

function tableUse(table: DelimitedTable): TableUse {
  return { table, idColumn: ID_COLUMN, structural: [] }
}

async function readTable(
  files: SourceFiles,
  path: string,
  { repeat, watch }: Pick<FormatOptions, 'repeat' | 'watch'>,
): Promise<TableFile> {
  const place = files.get(path)
  if (place === undefined) throw new ImportRefused([problemAt(path, null, 'This file is missing.')])
  const sidecarPath = path.replace(/\.tsv$/, '.json')
  const sidecarPlace = files.get(sidecarPath)
  const problems = new ProblemCollector()
  const table = await problems.attemptAsync(async () => oneRowEach(await readBidsTable(path, place, watch), repeat))
  const sidecar = await problems.attemptAsync(async () =>
    sidecarPlace === undefined ? null : readSidecar(sidecarPath, await readText(sidecarPath, sidecarPlace)),
  )
  problems.throwIfAny()
  if (!table) throw new ImportRefused([problemAt(path, null, 'This file cannot be read.')])
  return { table, sidecar, instrument: path.replace(/^.*\//, '').replace(/\.tsv$/, '') }
}

function oneRowEach(table: DelimitedTable, repeat: RepeatRules): DelimitedTable {
  refuseRules(table, repeat, { format: 'BIDS', ways: ['any', 'worst'] })
  return settleRepeats(table, idColumn(table), repeat)
}

function sourceForm({ table, sidecar, instrument }: TableFile, rows: SourceForm['rows']): SourceForm {
  const id = idColumn(table)
  const isParticipants = table.file === PARTICIPANTS
  const kept = [...table.header.keys()].filter((place) => place !== id)
  return {
    file: table.file,
    instrument,
    title: sidecar?.title ?? (isParticipants ? 'Participants' : instrument),
    isParticipants,
    columns: kept.map((place) => {
      const name = table.header[place] ?? ''
      const described = table.described?.[place] ?? name
      const description = sidecar?.columns.get(described) ?? table.descriptions?.get(described) ?? undescribed(name)
      return { name, description, ...(described !== name && { visitOf: described }) }
    }),
    rows,
    cell: (offset, column) => table.cell(offset, kept[column] ?? -1),
  }
}

function columnsNotThere({ table, sidecar }: TableFile): Problem[] {
  const there = new Set([...(table.described ?? table.header), ID_COLUMN])
  return [...(sidecar?.columns.keys() ?? [])]
    .filter((name) => !there.has(name))
    .map((name) => problemAt(table.file, 1, `The sidecar describes a column "${name}" that is not in the table.`))
}
