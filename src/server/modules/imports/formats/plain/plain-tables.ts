import type { ImportFormat } from '#server/modules/imports/formats/import-format.ts'
import { isDictionary, readDictionary } from '#server/modules/imports/formats/plain/dictionary.ts'
import { notAvailableNotes, refuseUnknownColumns } from '#server/modules/imports/formats/plain/folder-tables.ts'
import { readTableForms, type TableForm } from '#server/modules/imports/formats/plain/table-form.ts'
import { ImportRefused, problemAt, ProblemCollector } from '#server/modules/imports/source/problem.ts'

/** Plain tables of one row a participant, with their dictionaries. Dictionaries alone are a catalog. */
export const PLAIN_TABLES: ImportFormat = {
  detect: () => true,
  read: async (folder, options) => {
    const { tables, unreadable } = await folder.readTables()
    const problems = new ProblemCollector(unreadable)
    problems.attempt(() => refuseUnknownColumns(tables, options.map))
    const dictionaries = tables.filter(isDictionary).map(readDictionary)
    const data = tables.filter((table) => !isDictionary(table))
    const read = readTableForms(data, dictionaries, options, problems)
    problems.throwIfAny()
    refuseIdsAlone(read)
    const isCatalogAlone = dictionaries.length > 0 && read.length === 0
    return {
      forms: isCatalogAlone
        ? dictionaries.flatMap((dictionary) => dictionary.forms)
        : read.map(({ form }) => form).filter(({ columns }) => columns.length > 0),
      pedigree: read.flatMap(({ pedigree }) => pedigree),
      listsParticipants: false,
      isCatalogAlone,
      refused: read.flatMap(({ refused }) => refused),
      notes: [
        ...dictionaries.flatMap(({ notes }) => notes),
        ...read.flatMap(({ notes }) => notes),
        ...notAvailableNotes(data, options.keepsNotAvailable),
      ],
    }
  },
}

/** Tables with an id column only hold no data. */
function refuseIdsAlone(read: readonly TableForm[]): void {
  if (read.length === 0 || read.some((one) => one.form.columns.length > 0 || one.isPedigree)) return
  const words = 'The table has a column of ids and no other: add columns with the answers.'
  throw new ImportRefused(read.map(({ form }) => problemAt(form.file, 1, words)))
}
