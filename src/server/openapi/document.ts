import { ErrorBody } from '#contract/shapes/errors.ts'
import { API_PREFIX, APP_VERSION } from '#domain/limits.ts'
import type { AnyEndpoint } from '#server/platform/http/route-for.ts'
import { SESSION_COOKIE } from '#server/platform/http/session-cookie.ts'
import { jsonSchemas, type JsonSchema, type JsonSchemas } from '#server/openapi/json-schemas.ts'

const JSON_TYPE = 'application/json'

/** The endpoints as an OpenAPI 3.1 document, with the schemas of the contract, in mounting order. */
export function openApiDocument(calls: readonly AnyEndpoint[]): object {
  const schemas = jsonSchemas([ErrorBody, ...calls.flatMap(({ input, answer }) => [input, answer])])
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'DIVER',
      version: APP_VERSION,
      description:
        'Phenotypic research data: variables, custom variables, cohorts, variable sets, projects and downloads. Answers may hold more fields than are named here.',
    },
    servers: [{ url: API_PREFIX }],
    security: [{ session: [] }],
    paths,
    components: {
      schemas: schemas.named,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
      responses: {
        Refusal: {
          description: 'Refused: why, in one sentence, and what of the request is meant.',
          content: { [JSON_TYPE]: { schema: schemas.of(ErrorBody) } },
        },
      },
    },
  }
}

function operation(endpoint: AnyEndpoint, schemas: JsonSchemas): object {
  const { method, path, input, answer, summary, takesBytes, isOpen, files } = endpoint
  const { properties = {}, required = [] } = schemas.of(input)
  const hasFields = Object.keys(properties).length > 0
  const isQuery = method !== 'POST' || takesBytes === true
  return {
    operationId: operationId(method, path),
    tags: [path.split('/')[1] ?? ''],
    summary,
    ...(isOpen && { security: [] }),
    ...(isQuery && hasFields && { parameters: parameters(properties, required) }),
    ...(!isQuery && { requestBody: { required: true, content: { [JSON_TYPE]: { schema: schemas.of(input) } } } }),
    ...(takesBytes && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    responses: {
      200: { description: 'Done.', content: contentOf(files, schemas.of(answer)) },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

function parameters(properties: NonNullable<JsonSchema['properties']>, required: readonly string[]): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: withoutNull(schema),
  }))
}

/** Queries omit absent fields, so they have no null. */
function withoutNull(schema: JsonSchema | boolean): JsonSchema | boolean {
  if (typeof schema === 'boolean' || !schema.anyOf) return schema
  const [only, ...others] = schema.anyOf.filter((one) => typeof one === 'boolean' || one.type !== 'null')
  const { anyOf: _, ...rest } = schema
  return others.length > 0 || only === undefined || typeof only === 'boolean' ? schema : { ...rest, ...only }
}

function contentOf(files: AnyEndpoint['files'], schema: JsonSchema): object {
  if (!files) return { [JSON_TYPE]: { schema } }
  return Object.fromEntries(files.map((type) => [type, {}]))
}

/** GET /cohort/info: getCohortInfo */
function operationId(method: string, path: string): string {
  const words = path.split(/[^a-z]+/).filter(Boolean)
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}
