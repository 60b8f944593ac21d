import { addressOf } from '#api/request.ts'
import { variableDictionary } from '#contract/downloads.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { startDownload } from '#ui/save-file.ts'

/** Saves a data dictionary through the browser; the server names the file. */
export function saveDictionary({ format, variableSetId }: RequestOf<typeof variableDictionary>): void {
  startDownload(addressOf(variableDictionary, { format, variableSetId }), '')
}
