import { ID_COLUMN } from '#server/modules/imports/source/identified-rows.ts'
import { type Problem, ProblemCollector } from '#server/modules/imports/source/problem.ts'
import type { SourceFiles } from '#server/modules/imports/source/read-folder.ts'
import { readSidecar } from '#server/modules/imports/formats/bids/sidecar.ts'
import { readText } from '#server/modules/imports/source/decode-text.ts'
import { type SourceForm, ownForms } from '#server/modules/imports/source/source-form.ts'
import type { FormatContent, ImportFormat } from '#server/modules/imports/formats/import-format.ts'

/** BIDS sidecars without tables: a catalog without answers. Unreadable sidecars are refused one by one. */
export const SIDECARS: ImportFormat = {
  detect: ({ sidecars }) => sidecars.size > 0,
  read: ({ sidecars }) => readSidecars(sidecars),
}

async function readSidecars(files: SourceFiles): Promise<FormatContent> {
  const problems = new ProblemCollector()
  const forms: SourceForm[] = []
  const notes: Problem[] = []
  for (const [file, path] of files) {
    const sidecar = await problems.attemptAsync(async () => readSidecar(file, await readText(file, path)))
    if (sidecar === null) continue
    const instrument = file.replace(/^.*\//, '').replace(/\.json$/, '')
    const columns = [...sidecar.columns].filter(([name]) => name !== ID_COLUMN)
    notes.push(...sidecar.notes)
    forms.push({
      file,
      instrument,
      title: sidecar.title ?? instrument,
      isParticipants: false,
      columns: columns.map(([name, description]) => ({ name, description })),
      rows: [],
      cell: () => '',
    })
  }
  return {
    forms: ownForms(forms),
    pedigree: [],
    listsParticipants: false,
    isCatalogAlone: true,
    refused: problems.problems,
    notes,
  }
}
