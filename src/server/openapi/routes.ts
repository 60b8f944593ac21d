import { openApi } from '#contract/openapi.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { openApiDocument } from '#server/openapi/document.ts'

/** The description of all calls that are mounted, made when it is first asked for; open, as what it describes is known. */
export function openApiRoutes(api: Api): void {
  let made: object | null = null
  routeFor(api, openApi, () => {
    made ??= openApiDocument(api.mounted)
    return Promise.resolve(made)
  })
}
