import { variableDictionary, type DictionaryFormat } from '#contract/dictionary.ts'
import { dictionaryText } from '#server/modules/downloads/dictionaries/columns.ts'
import type { DownloadServices } from '#server/modules/downloads/services.ts'
import { notFound } from '#server/platform/http/refusal.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { readDetails } from '#server/store/catalog/catalog.ts'
import { findVariableSet } from '#server/store/variable-sets/variable-sets.ts'
import { attachment } from '#server/platform/http/file-responses.ts'

const FILES: Readonly<Record<DictionaryFormat, { readonly ending: string; readonly type: string }>> = {
  redcap: { ending: '.csv', type: 'text/csv' },
  bids: { ending: '.json', type: 'application/json' },
}

/** Questions without answers: open to all signed-in users, like the catalog. */
export function dictionaryRoutes(api: Api<DownloadServices>): void {
  const { variables, catalog } = api.services

  routeFor(api, variableDictionary, async ({ authenticate, validate, connection, context }) => {
    const user = await authenticate()
    const { format, varsetid, filename } = await validate()
    const set = varsetid ? await findVariableSet(connection, user.accountId, varsetid) : null
    if (varsetid && !set) throw notFound('variable set')
    const known = await variables.of(connection, user.accountId)
    const chosen = set ? set.variables.flatMap((name) => known.find(name) ?? []) : (await catalog(connection)).variables
    const details = await readDetails(connection, set ? set.variables : 'all')
    const { ending, type } = FILES[format]
    const headers = attachment(filename ?? `${set?.name ?? 'catalog'}${ending}`, type)
    return context.body(dictionaryText(format, chosen, details), 200, headers)
  })
}
