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
import { readSidecar, type Sidecar } from '#server/import/sidecar.ts'
import type { SourceForm } from '#server/import/source-form.ts'

/** A data set as its files have it: the participants' table is the first of the forms. */
export interface SourceDataSet {
  readonly participants: SourceForm
  readonly forms: readonly SourceForm[]
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

interface TableFile {
  readonly table: DelimitedTable
  readonly sidecar: Sidecar | null
  readonly instrument: string
}

/** Reads participants.tsv and phenotype/*.tsv with their sidecars. `isKnown` tells whether a person is in the database. */
export function readBids(files: SourceFiles, isKnown: (individualId: string) => boolean): SourceDataSet {
  const problems = new ProblemCollector()
  const participants = problems.attempt(() => readTable(files, PARTICIPANTS))
  const forms = [...files.keys()]
    .filter((path) => path.startsWith(`${PHENOTYPE}/`) && path.endsWith('.tsv'))
    .map((path) => problems.attempt(() => readTable(files, path)))
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
  return { participants: people, forms: [people, ...others], refused, notes }
}

function readTable(files: SourceFiles, path: string): TableFile {
  const text = files.get(path)
  if (text === undefined) throw new ImportRefused([problemAt(path, null, 'This file is missing.')])
  const sidecarPath = path.replace(/\.tsv$/, '.json')
  const sidecarText = files.get(sidecarPath)
  const problems = new ProblemCollector()
  const table = problems.attempt(() => checked(parseTabSeparated(path, text)))
  const sidecar = problems.attempt(() => (sidecarText === undefined ? null : readSidecar(sidecarPath, sidecarText)))
  problems.throwIfAny()
  if (!table) throw new ImportRefused([problemAt(path, null, 'This file cannot be read.')])
  return { table, sidecar, instrument: path.replace(/^.*\//, '').replace(/\.tsv$/, '') }
}

function checked(table: DelimitedTable): DelimitedTable {
  idColumn(table)
  return table
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
      .filter((_, index) => index !== id)
      .map((name) => ({ name, description: sidecar?.columns.get(name) ?? undescribed(name) })),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_, index) => index !== id) })),
  }
}

function columnsNotThere({ table, sidecar }: TableFile): Problem[] {
  const there = new Set([...table.header, ID_COLUMN])
  return [...(sidecar?.columns.keys() ?? [])]
    .filter((name) => !there.has(name))
    .map((name) => problemAt(table.file, 1, `The sidecar describes a column "${name}" that is not in the table.`))
}
