import { ProblemCollector } from '#server/import/collect-problems.ts'
import { ID_COLUMN } from '#server/import/identified-rows.ts'
import { ownForms } from '#server/import/own-forms.ts'
import { isPresent } from '#server/import/present.ts'
import type { SourceFiles } from '#server/import/read-folder.ts'
import { readSidecar } from '#server/import/sidecar.ts'
import type { SourceDataSet } from '#server/import/source-data-set.ts'

/** BIDS sidecars without tables: a catalog, and nobody's answers. One that cannot be read is refused by itself. */
export function readSidecars(files: SourceFiles): SourceDataSet {
  const problems = new ProblemCollector()
  const read = [...files].map(([file, text]) => {
    const sidecar = problems.attempt(() => readSidecar(file, text))
    if (sidecar === null) return null
    const instrument = file.replace(/^.*\//, '').replace(/\.json$/, '')
    const columns = [...sidecar.columns].filter(([name]) => name !== ID_COLUMN)
    const form = {
      file,
      instrument,
      title: sidecar.title ?? instrument,
      isParticipants: false,
      columns: columns.map(([name, description]) => ({ name, description })),
      rows: [],
    }
    return { form, notes: sidecar.notes }
  })
  const sidecars = read.filter(isPresent)
  return {
    people: [],
    forms: ownForms(sidecars.map(({ form }) => form)),
    isCatalogAlone: true,
    refused: problems.problems,
    notes: sidecars.flatMap(({ notes }) => notes),
  }
}
