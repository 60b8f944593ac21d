import { toJsonSchemaDefs, type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { ConstructPreview } from '#contract/custom-variable-drafts.ts'
import { CHANGE_KEY, ErrorBody } from '#contract/endpoint.ts'
import { exchangeSchema } from '#contract/exchange.ts'
import { openApi } from '#contract/service.ts'
import { Versions } from '#contract/session.ts'
import { ExchangeDocument } from '#contract/shapes/exchange-document.ts'
import * as extensions from '#contract/shapes/shapes-of-extensions.ts'
import * as imports from '#contract/shapes/shapes-of-imports.ts'
import * as shapes from '#contract/shapes/shapes.ts'
import { scopesFor } from '#contract/token-scopes.ts'
import { inChunks } from '#domain/chunks.ts'
import { API_PREFIX, APP_VERSION } from '#domain/limits.ts'
import { routeFor, type Api, type AnyEndpoint } from '#server/platform/http/route-for.ts'
import { SESSION_COOKIE } from '#server/platform/http/session-cookie.ts'
import { mapWithPauses } from '#server/platform/scheduling/yield.ts'

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

/** GET of the OpenAPI document, created on the first request. Public: it holds no secret. */
export function openApiRoutes(api: Api): void {
  let made: Promise<object> | null = null
  routeFor(api, openApi, () => (made ??= openApiDocument(api.mounted)))
}

const JSON_TYPE = 'application/json'

/** The endpoints as an OpenAPI 3.1 document, with the schemas of the contract, in mounting order. */
export async function openApiDocument(calls: readonly AnyEndpoint[]): Promise<object> {
  const schemas = await jsonSchemas([ErrorBody, ...calls.flatMap(({ input, answer }) => [input, answer])])
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
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.named,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        token: { type: 'http', scheme: 'bearer', description: 'An access token of the account.' },
      },
      responses: {
        Refusal: {
          description: 'Refused: why, in one sentence, and what of the request is meant.',
          content: { [JSON_TYPE]: { schema: schemas.jsonOf(ErrorBody) } },
        },
      },
    },
  }
}

/** The groups of the operations, with the first words of their paths. */
const TAGS: readonly { readonly name: string; readonly description: string; readonly paths: readonly string[] }[] = [
  { name: 'session', description: 'Signing in and out.', paths: ['login', 'logout', 'userinfo'] },
  {
    name: 'account',
    description: 'Password, sessions, access tokens and second factor of the user.',
    paths: ['account'],
  },
  { name: 'variables', description: 'The catalog of interview variables.', paths: ['variable'] },
  { name: 'custom variables', description: 'Variables derived from others.', paths: ['construct'] },
  { name: 'cohorts', description: 'Groups of individuals, their counts, pedigrees and files.', paths: ['cohort'] },
  { name: 'variable sets', description: 'Lists of variables to download.', paths: ['variableset'] },
  {
    name: 'projects',
    description: 'Projects, what depends on a thing in them, its versions, and the trash.',
    paths: ['project', 'usage', 'history', 'definition', 'trash'],
  },
  { name: 'data', description: 'Releases of the research data, and imports.', paths: ['releases', 'import'] },
  {
    name: 'service',
    description: 'The service itself: versions, health, audit log and documents.',
    paths: ['version', 'health', 'audit', 'exchange', 'openapi.json'],
  },
]

function tagOf(path: string): string {
  const [, first = ''] = path.split('/')
  const tag = TAGS.find(({ paths }) => paths.includes(first))
  if (!tag) throw new Error(`No tag has paths that begin with “${first}”.`)
  return tag.name
}

function needs(call: AnyEndpoint): string {
  const scopes = scopesFor(call)
  const or = scopes.length === 0 ? '' : ` or an access token of the scope ${scopes.join(' or ')}`
  return `Needs a session${or}.`
}

function descriptionOf(call: AnyEndpoint): string {
  const { summary, capability, changes, isOpen } = call
  return [
    summary,
    isOpen ? 'Open to anonymous users.' : needs(call),
    capability === undefined ? '' : `Only where GET /version names the capability “${capability}”.`,
    changes === undefined ? '' : `With the header ${CHANGE_KEY} a repetition has the answer of the first request.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function operation(endpoint: AnyEndpoint, schemas: JsonSchemas): object {
  const { method, path, input, answer, summary, takesBytes, files } = endpoint
  const { properties = {}, required = [] } = schemas.jsonOf(input)
  const hasFields = Object.keys(properties).length > 0
  const isQuery = method !== 'POST' || takesBytes === true
  return {
    operationId: operationId(method, path),
    tags: [tagOf(path)],
    summary,
    description: descriptionOf(endpoint),
    ...securityOf(endpoint),
    ...(isQuery && hasFields && { parameters: parameters(properties, required) }),
    ...(!isQuery && { requestBody: { required: true, content: { [JSON_TYPE]: { schema: schemas.jsonOf(input) } } } }),
    ...(takesBytes && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    responses: {
      200: { description: 'Done.', content: contentOf(files, schemas.jsonOf(answer)) },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

/** By default a session, as the document says once. An empty entry makes credentials optional. */
function securityOf(call: AnyEndpoint): object {
  const credentials = scopesFor(call).length > 0 ? [{ session: [] }, { token: [] }] : []
  if (call.isOpen) return { security: credentials.length > 0 ? [{}, ...credentials] : [] }
  return credentials.length > 0 ? { security: credentials } : {}
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

export type { JsonSchema }

/** Shared schemas under their names in the contract. */
const NAMED = Object.fromEntries(
  Object.entries({ ...shapes, ...extensions, ...imports, ConstructPreview, ErrorBody, Versions }).flatMap(
    ([name, value]) => (isSchema(value) ? [[name, value]] : []),
  ),
)

/**
 * Describes the wire format before parsing: ids as numbers or texts, absent fields as null. Errors report further
 * checks, such as valid dates.
 */
const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  ignoreActions: ['check', 'trim'],
  overrideRef: ({ referenceId }) => referenceTo(referenceId),
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    // The only custom schema: texts by any code of the data.
    if (valibotSchema.type === 'custom') return { type: 'object' }
    return valibotSchema.type === 'tuple' ? withItems(jsonSchema) : undefined
  },
}

/** A tuple for generators of clients that know no `prefixItems`: an array of any of its items. */
function withItems(tuple: JsonSchema): JsonSchema {
  const kinds = new Map((tuple.prefixItems ?? []).map((item) => [JSON.stringify(item), item]))
  return { ...tuple, items: { anyOf: [...kinds.values()] } }
}

/** Named schemas, and other schemas of the contract with references to them. */
interface JsonSchemas {
  readonly named: Readonly<Record<string, JsonSchema>>
  readonly jsonOf: (schema: v.GenericSchema) => JsonSchema
}

/** Schemas that are converted at once: the library visits every named schema on each call. */
const AT_ONCE = 40

async function jsonSchemas(schemas: readonly v.GenericSchema[]): Promise<JsonSchemas> {
  const names = new Map<v.GenericSchema, string>()
  for (const [name, schema] of Object.entries<v.GenericSchema>(NAMED)) names.set(schema, name)
  const others = [...new Set(schemas)].filter((schema) => !names.has(schema))
  const keys = new Map(others.map((schema, index) => [schema, `unnamed ${index}`]))
  const parts = await mapWithPauses(inChunks([...keys], AT_ONCE), (some) =>
    toJsonSchemaDefs({ ...NAMED, ...Object.fromEntries(some.map(([schema, key]) => [key, schema])) }, CONFIG),
  )
  const made: Record<string, JsonSchema> = Object.assign({}, ...parts)
  return {
    named: Object.fromEntries(Object.keys(NAMED).map((name) => [name, made[name] ?? {}])),
    jsonOf: (schema) => {
      const name = names.get(schema)
      return name === undefined ? (made[keys.get(schema) ?? ''] ?? {}) : { $ref: referenceTo(name) }
    },
  }
}

/** A shared schema needs a name in the contract: only named schemas can be referenced. */
function referenceTo(name: string): string {
  if (!(name in NAMED)) throw new Error('A schema within another is also one of a call, and has no name.')
  return `#/components/schemas/${name}`
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}
