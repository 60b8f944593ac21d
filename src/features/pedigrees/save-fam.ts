import { addressOf } from '#api/request.ts'
import { cohortFam } from '#contract/pedigrees.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { startDownload } from '#ui/save-file.ts'

/** Saves a cohort's pedigrees as a .fam file through the browser. */
export function saveFam(request: RequestOf<typeof cohortFam>): void {
  const filename = request.filename ?? 'pedigrees.fam'
  startDownload(addressOf(cohortFam, { ...request, filename }), filename)
}
