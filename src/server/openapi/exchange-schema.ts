import { toJsonSchema } from '@valibot/to-json-schema'
import { exchangeSchema } from '#contract/exchange.ts'
import { ExchangeDocument } from '#contract/shapes/exchange-document.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'

/** GET of the JSON Schema of exchanged definitions. Public: it holds no secret. */
export function exchangeSchemaRoutes(api: Api): void {
  routeFor(api, exchangeSchema, () => Promise.resolve(schema))
}

/** References between cohorts and versions of rules are checked by the reader alone. */
const schema = {
  ...toJsonSchema(ExchangeDocument, { target: 'draft-2020-12', typeMode: 'input', ignoreActions: ['check', 'trim'] }),
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${API_PREFIX}${exchangeSchema.path}`,
  title: 'DIVER definitions, version 1',
}
