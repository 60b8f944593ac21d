import type { FileToSave } from '#features/downloads/jobs.ts'

/** The request for a CSV; the option is omitted for a back end without it. */
export function csvRequest({ downloadId, name, escapesFormulas }: FileToSave) {
  return { downloadId, filename: name, ...(escapesFormulas && { formulas: 'escape' as const }) }
}
