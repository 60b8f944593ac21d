import type * as v from 'valibot'
import { variableDictionary } from '#contract/dictionary.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { startDownload } from '#ui/start-download.ts'

/** Lets the browser save a data dictionary; the server names the file. */
export function saveDictionary({ format, varsetid }: v.InferInput<typeof variableDictionary.input>): void {
  const query = new URLSearchParams({ format })
  if (varsetid !== null && varsetid !== undefined) query.set('varsetid', String(varsetid))
  startDownload(`${API_PREFIX}${variableDictionary.path}?${query.toString()}`, '')
}
