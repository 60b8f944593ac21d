import { ProblemCollector } from '#server/import/collect-problems.ts'
import { parseTabSeparated, type DelimitedTable } from '#server/import/delimited-table.ts'
import { undescribed } from '#server/import/description.ts'
import {
  ID_COLUMN,
  idColumn,
  identifiedRows,
  withoutRowsOf,
  type IdentifiedRows,
} from '#server/import/identified-rows.ts'
import { isPresent } from '#server/import/present.ts'
import { ImportRefused, problemAt, type Problem } from '#server/import/problem.ts'
import { PARTICIPANTS, PHENOTYPE, type SourceFiles } from '#server/import/read-folder.ts'
import { readPeople, type PeopleDefaults } from '#server/import/read-people.ts'
import { readSidecar, type Sidecar } from '#server/import/sidecar.ts'
import type { SourceDataSet } from '#server/import/source-data-set.ts'
import type { SourceForm } from '#server/import/source-form.ts'
import { settleRepeats, type Repeat } from '#server/import/tables/repeated-rows.ts'

interface TableFile {
  readonly table: DelimitedTable
  readonly sidecar: Sidecar | null
  readonly instrument: string
}

/**
 * Reads participants.tsv (the first of the forms) and phenotype/*.tsv with their sidecars. `isKnown` tells whether a
 * person is in the database.
 */
export function readBids(
  files: SourceFiles,
  { repeat, ...defaults }: PeopleDefaults & { readonly repeat: Repeat | undefined },
  isKnown: (individualId: string) => boolean,
): SourceDataSet {
  const problems = new ProblemCollector()
  const participants = problems.attempt(() => readTable(files, PARTICIPANTS, repeat))
  const forms = [...files.keys()]
    .filter((path) => path.startsWith(`${PHENOTYPE}/`) && path.endsWith('.tsv'))
    .map((path) => problems.attempt(() => readTable(files, path, repeat)))
  problems.throwIfAny()

  const refused: Problem[] = []
  const notes: Problem[] = []
  const identify = (file: TableFile, refuse: (individualId: string) => string | null): IdentifiedRows => {
    const identified = identifiedRows(file.table, refuse)
    refused.push(...identified.refused)
    notes.push(...(file.sidecar?.notes ?? []), ...columnsNotThere(file))
    return identified
  }
  if (!participants) throw new ImportRefused([problemAt(PARTICIPANTS, null, 'This file is missing.')])
  const identified = identify(participants, (id) => (isKnown(id) ? `${id} is in the database already.` : null))
  const people = sourceForm(participants, identified.rows)
  const ids = new Set(people.rows.map((row) => row.individualId))
  // Of a person who was refused that is told once, not again for each form.
  const isLeftOut = (id: string) => identified.refusedIds.has(id) && !ids.has(id)
  const others = forms.filter(isPresent).map((form) => {
    const file = { ...form, table: withoutRowsOf(form.table, isLeftOut) }
    const refuse = (id: string) => (ids.has(id) ? null : `${id} is not among the rows of ${PARTICIPANTS}.`)
    return sourceForm(file, identify(file, refuse).rows)
  })
  return { people: readPeople([people], defaults), forms: [people, ...others], isCatalogAlone: false, refused, notes }
}

function readTable(files: SourceFiles, path: string, repeat: Repeat | undefined): TableFile {
  const text = files.get(path)
  if (text === undefined) throw new ImportRefused([problemAt(path, null, 'This file is missing.')])
  const sidecarPath = path.replace(/\.tsv$/, '.json')
  const sidecarText = files.get(sidecarPath)
  const problems = new ProblemCollector()
  const table = problems.attempt(() => oneRowEach(parseTabSeparated(path, text), repeat))
  const sidecar = problems.attempt(() => (sidecarText === undefined ? null : readSidecar(sidecarPath, sidecarText)))
  problems.throwIfAny()
  if (!table) throw new ImportRefused([problemAt(path, null, 'This file cannot be read.')])
  return { table, sidecar, instrument: path.replace(/^.*\//, '').replace(/\.tsv$/, '') }
}

function oneRowEach(table: DelimitedTable, repeat: Repeat | undefined): DelimitedTable {
  return settleRepeats(table, idColumn(table), repeat)
}

function sourceForm({ table, sidecar, instrument }: TableFile, rows: SourceForm['rows']): SourceForm {
  const id = idColumn(table)
  const isParticipants = table.file === PARTICIPANTS
  return {
    file: table.file,
    instrument,
    title: sidecar?.title ?? (isParticipants ? 'Participants' : instrument),
    isParticipants,
    columns: table.header
      .map((name, index) => ({ name, described: table.described?.[index] ?? name }))
      .filter((_, index) => index !== id)
      .map(({ name, described }) => ({ name, description: sidecar?.columns.get(described) ?? undescribed(name) })),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_, index) => index !== id) })),
  }
}

function columnsNotThere({ table, sidecar }: TableFile): Problem[] {
  const there = new Set([...(table.described ?? table.header), ID_COLUMN])
  return [...(sidecar?.columns.keys() ?? [])]
    .filter((name) => !there.has(name))
    .map((name) => problemAt(table.file, 1, `The sidecar describes a column "${name}" that is not in the table.`))
}
