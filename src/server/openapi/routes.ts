import { openApi } from '#contract/openapi.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { openApiDocument } from '#server/openapi/document.ts'

/** GET of the OpenAPI document, created on the first request. Public: it holds no secret. */
export function openApiRoutes(api: Api): void {
  let made: object | null = null
  routeFor(api, openApi, () => {
    made ??= openApiDocument(api.mounted)
    return Promise.resolve(made)
  })
}
