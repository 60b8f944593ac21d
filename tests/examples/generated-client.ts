import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Pinned; not a dependency of the project, for which it is too large. */
const GENERATOR = 'swagger-typescript-api@13.13.0'

const OPTIONS = '--strict --target es2022 --module nodenext --lib es2023,dom --skipLibCheck'

/** Steps of the main job, written against the generated types. */
const JOB = `import { Api } from './client.ts'

const [server = '', token = ''] = process.argv.slice(2)
const api = new Api<string>({
  baseUrl: server + '/api/v0',
  securityWorker: (secret) => ({ headers: { authorization: 'Bearer ' + secret } }),
})
api.setSecurityData(token)
const { data: user } = await api.userinfo.getUserinfo()
const sent = { searchstring: 'high mood', searchtype: 'question' as const, limit: 5 }
const { data: found } = await api.variable.postVariableSearch(sent)
const hits = Array.isArray(found) ? found : found.data
const [hit] = hits
const subset = {
  parent_id: 1,
  cohort_type: 'subset' as const,
  variable: hit?.variable_name ?? '',
  constraint_type: 'VALID' as const,
}
const { data: counted } = await api.cohort.postCohortPreview(subset)
const { data: cohort } = await api.cohort.postCohortNew({ ...subset, name: 'Made by a generated client' })
const { data: set } = await api.variableset.postVariablesetNew({ name: 'Generated', variables: [subset.variable] })
const ids = { cohortid: cohort.new_cohort_id, varsetid: set.id }
const { data: prepared } = await api.cohort.postCohortDownloadNew(ids)
const [first] = Array.isArray(prepared) ? prepared : [prepared]
const query = { downloadid: first?.download_id ?? '', filename: 'rows.csv' }
const response = await api.cohort.getCohortDownload(query, { format: 'text' })
const split = Array.isArray(counted) ? null : counted.split
const rows = String(response.data).trim().split('\\n')
console.log(JSON.stringify({ username: user.current_user?.username, match: split?.match, head: rows[0], rows: rows.length - 1 }))
`

/**
 * Lets the generator of a stranger make a client of the server's description, type-checks the main job against it and
 * does the job. Returns its output; null if the generator cannot be fetched.
 */
export function doMainJobByGeneratedClient(folder: string, server: string, token: string): string | null {
  const place = join(folder, 'generated')
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{"type":"module"}')
  writeFileSync(join(place, 'job.ts'), JOB)
  symlinkSync(join(process.cwd(), 'node_modules'), join(place, 'node_modules'))
  const description = `${server}/api/v0/openapi.json`
  const generated = run(place, `npx --yes ${GENERATOR} generate --path ${description} --name client.ts`)
  if (/E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT)/.test(generated.output)) return null
  if (generated.status !== 0) throw new Error(generated.output)
  const compiled = run(
    place,
    `npx tsc ${OPTIONS} --types node --allowImportingTsExtensions --rewriteRelativeImportExtensions --outDir out job.ts`,
  )
  if (compiled.status !== 0) throw new Error(compiled.output)
  writeFileSync(join(place, 'out', 'package.json'), '{"type":"module"}')
  const done = run(place, `node out/job.js ${server} ${token}`)
  if (done.status !== 0) throw new Error(done.output)
  return done.output
}

function run(folder: string, command: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' })
  return { status, output: `${stdout}${status === 0 ? '' : stderr}` }
}
