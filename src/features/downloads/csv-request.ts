import type { FileToSave } from '#features/downloads/jobs.ts'

/** What is asked for a CSV; a back end without the option is not sent it. */
export function csvRequest({ downloadId, name, escapesFormulas }: FileToSave) {
  return { downloadId, filename: name, ...(escapesFormulas && { formulas: 'escape' as const }) }
}
