import { ProblemCollector } from '#server/import/collect-problems.ts'
import { ID_COLUMN } from '#server/import/identified-rows.ts'
import { ownForms } from '#server/import/own-forms.ts'
import type { Problem } from '#server/import/problem.ts'
import type { SourceFiles } from '#server/import/read-folder.ts'
import { readSidecar } from '#server/import/sidecar.ts'
import { readText } from '#server/import/decode-text.ts'
import type { SourceForm } from '#server/import/source-form.ts'
import type { SourceDataSet } from '#server/import/source-data-set.ts'

/** BIDS sidecars without tables: a catalog, and nobody's answers. One that cannot be read is refused by itself. */
export async function readSidecars(files: SourceFiles): Promise<SourceDataSet> {
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
    people: [],
    forms: ownForms(forms),
    isCatalogAlone: true,
    refused: problems.problems,
    notes,
  }
}
