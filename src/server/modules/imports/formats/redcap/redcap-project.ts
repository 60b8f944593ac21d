import type { ImportFormat } from '#server/modules/imports/formats/import-format.ts'
import { isPedigree, pedigreeColumns } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { notAvailableNotes, refuseUnknownColumns } from '#server/modules/imports/formats/plain/folder-tables.ts'
import { readTableForm } from '#server/modules/imports/formats/plain/table-form.ts'
import { readRedcap } from '#server/modules/imports/formats/redcap/read-redcap.ts'
import { isRedcapDictionary } from '#server/modules/imports/formats/redcap/redcap-dictionary.ts'
import { ProblemCollector } from '#server/modules/imports/source/problem.ts'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'

/** A REDCap project, with pedigree tables beside its records. */
export const REDCAP_PROJECT: ImportFormat = {
  detect: async ({ readTables }) => (await readTables()).tables.some(isRedcapDictionary),
  read: async (folder, { map, repeat, keepsNotAvailable, refuseRelative }) => {
    const { tables, unreadable } = await folder.readTables()
    const problems = new ProblemCollector(unreadable)
    problems.attempt(() => refuseUnknownColumns(tables, map))
    problems.throwIfAny()
    const dictionary = tables.find(isRedcapDictionary)
    if (dictionary === undefined) throw new Error('The folder has no REDCap dictionary.')
    const others = tables.filter((table) => table !== dictionary)
    const isFamily = ({ header }: DelimitedTable) => isPedigree(pedigreeColumns(header, map))
    const records = others.filter((table) => !isFamily(table))
    const project = readRedcap(dictionary, records, repeat)
    const families = others.filter(isFamily).map((table) => readTableForm(table, map, () => null, refuseRelative))
    return {
      forms: [...project.forms, ...families.map(({ form }) => form).filter(({ columns }) => columns.length > 0)],
      pedigree: families.flatMap(({ pedigree }) => pedigree),
      listsParticipants: false,
      isCatalogAlone: others.length === 0,
      refused: [...project.refused, ...families.flatMap(({ refused }) => refused)],
      notes: [
        ...project.notes,
        ...families.flatMap((family) => family.notes),
        ...notAvailableNotes(others, keepsNotAvailable),
      ],
    }
  },
}
