import type * as v from 'valibot'
import { cohortFam } from '#contract/pedigrees.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { startDownload } from '#ui/start-download.ts'

/** Lets the browser save a cohort's pedigrees as a .fam file. */
export function saveFam(request: v.InferInput<typeof cohortFam.input>): void {
  const filename = request.filename ?? 'pedigrees.fam'
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...request, filename })) {
    if (value !== null && value !== undefined) query.set(name, String(value))
  }
  startDownload(`${API_PREFIX}${cohortFam.path}?${query.toString()}`, filename)
}
