import { addressOf } from '#api/request.ts'
import { cohortPhenopackets } from '#contract/pedigrees.ts'
import type { PedigreeDrawing } from '#contract/shapes/entities.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { startDownload } from '#ui/save-file.ts'

/** Saves a cohort's pedigrees as Phenopackets, one family a line, or one family as a document. */
export function savePhenopackets(
  request: Pick<RequestOf<typeof cohortPhenopackets>, 'cohortId' | 'variable' | 'value'>,
  name = 'pedigrees',
  family?: Pick<PedigreeDrawing, 'familyId' | 'members'>,
): void {
  const member = family?.members[0]?.individualId
  const filename = family && member !== undefined ? `${name} ${family.familyId}.json` : `${name}.ndjson`
  startDownload(
    addressOf(cohortPhenopackets, { ...request, filename, ...(member !== undefined && { member }) }),
    filename,
  )
}
