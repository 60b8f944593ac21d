import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { cohortInfo } from '#contract/cohorts.ts'
import { expressionRules } from '#contract/expressions.ts'
import { rulesPreview } from '#contract/rules.ts'
import { tokenNew } from '#contract/tokens.ts'
import { variableLookup } from '#contract/variables.ts'
import { CODE_LANGUAGES, codeOf, type CodeQuery } from '#domain/clients/code.ts'
import { TOKEN_SCOPES } from '#domain/token-scopes.ts'
import { doMainJobByGeneratedClient } from '#tests/examples/generated-client.ts'
import { generatedExpressions } from '#tests/examples/generated-expressions.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'
import { startProduct } from '#tests/support/running-product.ts'

const PAGES = ['terminal', 'clients']
const CLIENTS = ['diver.mjs', 'diver.py', 'diver.R']

/** How the blocks of a language run: all those of a page in one process, in their order. */
const LANGUAGES = [
  { language: 'sh', file: 'examples.sh', command: ['bash', '-euo', 'pipefail', 'examples.sh'], probe: 'bash' },
  { language: 'python', file: 'examples.py', command: ['python3', 'examples.py'], probe: 'python3' },
  { language: 'r', file: 'examples.R', command: ['Rscript', 'examples.R'], probe: 'Rscript' },
] as const

/** Counted by each client, and by the requests of the page; generated ones too. */
const WRITTEN = [
  'MOOD_HIGH_EVER = Yes',
  'MOOD_HIGH_EVER = Yes and SEX = Female',
  'not (MOOD_HIGH_EVER = Yes or SEX = Female)',
  'at least 1 of (MOOD_HIGH_EVER = Yes, SEX = Female)',
  'AGE_TODAY between 18 and 65',
  'MOOD_HIGH_EVER missing',
  'family size >= 4',
  'in "All Individuals" and AGE_TODAY answered',
  'AGE_TODAY > 40 unknown counts as no',
]

const GENERATED = 60

const Outcomes = v.object({ match: v.number(), no_match: v.number(), unknown: v.number(), no_record: v.number() })
type Outcomes = v.InferOutput<typeof Outcomes>

const Done = v.object({ username: v.string(), match: v.number(), head: v.string(), rows: v.number() })

const COHORT = 'High mood at some time'
const SET = 'Mood, sleep and background'

const RUNNERS = {
  terminal: ['code.sh', 'bash'],
  curl: ['code.sh', 'bash'],
  python: ['code.py', 'python3'],
  r: ['code.R', 'Rscript'],
} as const

const folder = mkdtempSync(join(tmpdir(), 'diver-examples-'))
const product = await startProduct()
let [passed, failed, skipped] = [0, 0, 0]
try {
  const session = await signIn(product.url, 'researcher', 'demo')
  const made = { current_password: 'demo', name: 'Examples', scopes: [...TOKEN_SCOPES] }
  const { token } = valueOf(await session.call(tokenNew, made))
  // Before programs run, during which this process does not answer its connections.
  const expressions = [...WRITTEN, ...(await generatedExpressions(session, GENERATED))]
  const expected = await countedByThePage(session, expressions)
  const shown = await shownByPanes(session)
  for (const file of CLIENTS) {
    const answer = await fetch(`${product.url}/clients/${file}`)
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
    writeFileSync(join(folder, file), new Uint8Array(await answer.arrayBuffer()))
  }
  writeFileSync(join(folder, 'diver'), '#!/bin/sh\nexec node "$(dirname "$0")/diver.mjs" "$@"\n')
  chmodSync(join(folder, 'diver'), 0o755)
  const environment = {
    ...process.env,
    HOME: folder,
    PATH: `${folder}:${process.env['PATH']}`,
    DIVER_SERVER: product.url,
    DIVER_TOKEN: token,
  }
  const run = (command: readonly string[]) => {
    const [program = '', ...words] = command
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, env: environment, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}\n${stdout}${stderr}`)
    return stdout
  }
  const check = async (name: string, probe: string, work: () => Promise<void> | void) => {
    if (spawnSync(probe, ['--version']).error) {
      skipped++
      return console.log(`left out ${name}: there is no ${probe}`)
    }
    try {
      await work()
      passed++
      console.log(`passed ${name}`)
    } catch (error) {
      failed++
      console.error(`FAILED ${name}\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
  for (const page of PAGES) {
    const text = readFileSync(`src/guide/handbook/${page}.md`, 'utf8')
    for (const { language, file, command, probe } of LANGUAGES) {
      const blocks = Array.from(text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)).filter(([, name]) => name === language)
      if (blocks.length === 0) continue
      writeFileSync(join(folder, file), blocks.map(([, , block]) => block).join('\n'))
      await check(`examples of ${page} in ${language}`, probe, () => void run(command))
    }
  }
  const list = JSON.stringify(expressions)
  for (const { query, shows } of shown) {
    for (const language of CODE_LANGUAGES) {
      const code = codeOf(query, language, product.url)
      if (code === null) continue
      const [file, program] = RUNNERS[language]
      writeFileSync(join(folder, file), code)
      await check(`${query.kind} as ${language}`, program, () => {
        const output = run([program, file])
        if (!output.replaceAll(',', '').includes(shows)) throw new Error(`${shows} is not in:\n${output}`)
      })
    }
  }
  await check('the main job by a generated client', 'npx', () => {
    const output = doMainJobByGeneratedClient(folder, product.url, token)
    if (output === null) return console.log('The generator of clients cannot be fetched: left out.')
    const { username, match, head, rows } = v.parse(Done, JSON.parse(output))
    if (username !== 'researcher' || match !== rows || !head.includes('MOOD_HIGH_EVER')) throw new Error(output)
  })
  await check('counts at the terminal', 'node', () =>
    compare(
      expressions.map((text) => run(['diver', 'count', text, '--json'])),
      expected,
    ),
  )
  await check('counts in Python', 'python3', () => {
    const script = `import json; from diver import Diver; d = Diver()\nfor text in json.loads(r'''${list}'''): print(json.dumps(d.cohort(text).count()._asdict()))`
    compare(linesOf(run(['python3', '-c', script])), expected)
  })
  await check('counts in R', 'Rscript', () => {
    const script = `source('diver.R'); d <- diver()\nfor (text in .diver_from_json(r'---(${list})---')) cat(.diver_to_json(as.list(count(cohort(d, text)))), '\\n')`
    compare(linesOf(run(['Rscript', '-e', script])), expected)
  })
} finally {
  await product.stop()
  rmSync(folder, { recursive: true })
}
console.log(`examples: ${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed > 0 ? 1 : 0

async function countedByThePage({ call }: ApiSession, expressions: readonly string[]): Promise<readonly Outcomes[]> {
  const all: Outcomes[] = []
  for (const text of expressions) {
    const { rules, problems } = valueOf(await call(expressionRules, { text }))
    if (!rules) throw new Error(`${text}: ${problems.map(({ message }) => message).join(' ')}`)
    all.push(v.parse(Outcomes, valueOf(await call(rulesPreview, { parent_id: 1, rules })).split))
  }
  return all
}

/** What panes copy as code, and a number that they show. */
async function shownByPanes({ call }: ApiSession): Promise<readonly { query: CodeQuery; shows: string }[]> {
  const { cohorts } = valueOf(await call(cohortInfo, {}))
  const found = cohorts.find(({ name }) => name === COHORT)
  if (!found) throw new Error(`There is no cohort ${COHORT}.`)
  const cohort = { name: COHORT, id: found.cohortid }
  const size = String(found.rowcount)
  const [expression = ''] = WRITTEN
  const { rules } = valueOf(await call(expressionRules, { text: expression }))
  const lookup = { variable_names: ['MOOD_HIGH_EVER'] }
  const [variable] = valueOf(await call(variableLookup, lookup)).data
  return [
    { query: { kind: 'cohort', ...cohort }, shows: size },
    { query: { kind: 'expression', expression, rules: rules ?? {} }, shows: size },
    { query: { kind: 'variable', name: 'MOOD_HIGH_EVER' }, shows: String(variable?.observations) },
    { query: { kind: 'search', words: 'high mood' }, shows: 'MOOD_HIGH_EVER' },
    { query: { kind: 'table', cohorts: [cohort], variables: ['SEX'] }, shows: 'SEX' },
    { query: { kind: 'download', cohort, set: SET }, shows: '' },
  ]
}

function linesOf(text: string): readonly string[] {
  return text.trim().split('\n')
}

function compare(lines: readonly string[], expected: readonly Outcomes[]): void {
  const counted = lines.map((line) => v.parse(Outcomes, JSON.parse(line)))
  if (JSON.stringify(counted) !== JSON.stringify(expected)) {
    throw new Error(`counted ${JSON.stringify(counted)}\nexpected ${JSON.stringify(expected)}`)
  }
}
