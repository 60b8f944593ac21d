import type { ImportFormat } from '#server/modules/imports/formats/import-format.ts'
import { isPedigree, pedigreeColumns } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { isDictionary, readDictionary } from '#server/modules/imports/formats/plain/dictionary.ts'
import { notAvailableNotes, refuseUnknownColumns } from '#server/modules/imports/formats/plain/folder-tables.ts'
import { readTableForms } from '#server/modules/imports/formats/plain/table-form.ts'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { problemAt, type Problem, ProblemCollector } from '#server/modules/imports/source/problem.ts'
import { leftAlone, PARTICIPANTS } from '#server/modules/imports/source/read-folder.ts'

/** Tables beside a BIDS data set: pedigrees are read, other tables are ignored with a note. */
export const PEDIGREE_TABLES: ImportFormat = {
  detect: ({ bids }) => bids.size > 0,
  read: async (folder, options) => {
    const { tables, unreadable } = await folder.readTables()
    const problems = new ProblemCollector()
    problems.attempt(() => refuseUnknownColumns(tables, options))
    const dictionaries = tables.filter(isDictionary).map(readDictionary)
    const isRead = ({ header }: DelimitedTable) => isPedigree(pedigreeColumns(header, options.map))
    const read = await readTableForms(tables.filter(isRead), dictionaries, options, problems)
    problems.throwIfAny()
    return {
      forms: read.map(({ form }) => form).filter(({ columns }) => columns.length > 0),
      leftOutFiles: [...unreadable, ...tables.filter((table) => !isRead(table))].map(({ file }) => file),
      uses: read.map(({ use }) => use),
      pedigree: read.flatMap(({ pedigree }) => pedigree),
      listsParticipants: false,
      isCatalogAlone: false,
      refused: read.flatMap(({ refused }) => refused),
      notes: [
        ...unreadable.map(leftAlone),
        ...tables.filter((table) => !isRead(table)).map(notNeeded),
        ...dictionaries.flatMap(({ notes }) => notes),
        ...read.flatMap(({ notes }) => notes),
        ...notAvailableNotes(tables.filter(isRead), options.keepsNotAvailable),
      ],
    }
  },
}

function notNeeded({ file }: DelimitedTable): Problem {
  return problemAt(file, null, `Beside ${PARTICIPANTS} only pedigrees are read from such tables; it was left alone.`)
}
