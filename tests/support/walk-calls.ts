import type { WireCall } from '#api/result.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { projectNew } from '#contract/projects.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { contractCalls, type ContractCall } from '#tests/support/contract-calls.ts'
import { filesOf } from '#tests/support/read-zip.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'

/** These end the session, or delete things of later requests. */
const NOT_WALKED = ['/login', '/logout']

export async function walkedCalls(): Promise<ContractCall[]> {
  return (await contractCalls()).filter(({ path, method }) => !NOT_WALKED.includes(path) && method !== 'DELETE')
}

const VARIABLES = SMALL_STUDY.forms.flatMap(({ variables }) => variables.map(({ name }) => name))

/** The variables that a request is sent with. */
export function variablesFor({ fields }: ContractCall): readonly string[] {
  return fields.some((key) => /^variable(_names?)?$/.test(key)) ? [...VARIABLES, 'HAS_L'] : VARIABLES.slice(0, 1)
}

/** Saved things that requests name. */
export interface Things {
  readonly cohortid: number
  readonly varsetid: number
  readonly constructid: number
  readonly projectid: number
  readonly downloadid: string
}

export async function makeThings(call: WireCall): Promise<Things> {
  const projectid = valueOf(await call(projectNew, { name: 'Walk' })).new_project_id
  const cohortid = valueOf(
    await call(cohortNew, {
      parent_id: 1,
      cohort_type: 'subset',
      variable: 'NOTES',
      constraint_type: 'VALID',
      name: 'With notes',
    }),
  ).new_cohort_id
  const rule = (name: string, constraint_type: string) => ({
    name,
    description: '',
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'NOTES', constraint_type, constraint_value: 'l' }],
    },
  })
  const { constructid } = valueOf(
    await call(constructNew, {
      name: 'HAS_L',
      construct_type: 'downcode',
      defaultValue: '',
      variables: ['NOTES'],
      values: [rule('yes', 'REGEX'), rule('no', 'NREGEX')],
    }),
  )
  const names = [...VARIABLES, 'HAS_L']
  const varsetid = valueOf(await call(variableSetNew, { name: 'Everything', variables: names })).id
  const prepared = await call(downloadNew, { cohortid: 1, varsetid })
  return {
    cohortid,
    varsetid,
    constructid,
    projectid,
    downloadid: prepared.ok ? (prepared.value[0]?.download_id ?? '') : 'none',
  }
}

/** Values for the fields of a request, by name; `variable` changes each time. */
export function fieldsFor(things: Things, variable: string, round: number): Record<string, unknown> {
  return {
    ...things,
    id: things.projectid,
    parent_id: 1,
    secondparent_id: undefined,
    cohort_type: 'subset',
    cohortids: [1, things.cohortid],
    variable,
    variable_name: variable,
    variable_names: [variable],
    constraint_type: 'VALID',
    construct_type: 'downcode',
    defaultValue: '',
    variables: ['AGE'],
    values: [definition('low', 'LT'), definition('high', 'GTE')],
    name: `Walked_${round}`,
    filename: 'x.csv',
    searchstring: '',
    searchtype: 'question',
    facets: true,
    offset: 0,
    limit: 50,
  }
}

function definition(name: string, constraint_type: string) {
  const constraints = [{ variable_name: 'AGE', constraint_type, constraint_value: '30' }]
  return { name, description: '', definition: { relationship: 'AND', constraints } }
}

/** All text of a response, unpacked. */
export async function textOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.headers.get('content-type') !== 'application/zip') return new TextDecoder().decode(bytes)
  const files = filesOf(bytes)
  // Parquet is compressed; another test compares its cells with the CSV.
  return [...files].map(([name, content]) => `${name} ${new TextDecoder().decode(content)}`).join('\n')
}

/** Sends a request with the fields that the endpoint takes. */
export async function ask(
  fetch: typeof globalThis.fetch,
  call: ContractCall,
  fields: Record<string, unknown>,
): Promise<Response> {
  const input = Object.fromEntries(
    call.fields.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])),
  )
  if (call.method === 'POST') {
    const headers = { 'content-type': 'application/json' }
    return fetch(`${API_PREFIX}${call.path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  }
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  return fetch(`${API_PREFIX}${call.path}?${query.toString()}`)
}
