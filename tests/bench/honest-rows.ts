import { createWireCall } from '#api/call.ts'
import type { WireCall } from '#api/result.ts'
import { cohortNew, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { login } from '#contract/session.ts'
import type { CountRow, PedigreeRow } from '#contract/shapes/shapes.ts'
import { variableDistribution, variableLookup, variableSearch } from '#contract/variables.ts'
import { createApp } from '#server/app/create-app.ts'
import { makeDemoFile } from '#server/demo/make-demo-file.ts'
import { inTransaction, type Database } from '#server/platform/db/database.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { benchDatabase } from '#tests/bench/bench-server.ts'
import { randomFrom } from '#tests/bench/random-from.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { createTestServer, PASSWORD, type TestServer } from '#tests/support/test-server.ts'

const MINIMUM_CELL = 10
const CHEAP = { memoryCost: 64, timeCost: 1 }
const COLLECTIONS = ['bp', 'sz']
/** Sessions between progress reports. */
const REPORT_INTERVAL = 25
const WORDS = ['mood', 'sleep', 'voices', 'alcohol', 'anxiety', 'hospital', 'family', 'medication']

interface Outcome {
  refusals: number
  /** Counts above the minimum that were suppressed, of all requested counts. */
  suppressed: number
  counts: number
  readonly previews: number[]
}

/**
 * Normal sessions of accounts that may read two of five collections, on synthetic data: the share of refusals, and of
 * large counts that are suppressed.
 */
export async function measureHonest(sessions: number): Promise<BenchRow[]> {
  const { database: empty, remove } = await benchDatabase()
  const database = await makeDemoFile(empty, { scale: 1, report: () => undefined, createApp })
  try {
    await addAccounts(database, sessions)
    const server = await createTestServer({ holding: database, isShared: true, minimumCell: MINIMUM_CELL })
    const admin = await signIn(server, 'admin', 'demo')
    let refused = 0
    let suppressed = 0
    let counts = 0
    const previews: number[] = []
    for (let session = 0; session < sessions; session++) {
      const outcome: Outcome = { refusals: 0, suppressed: 0, counts: 0, previews }
      await work(await signIn(server, `honest${session}`, PASSWORD), admin, outcome, randomFrom(session + 1))
      if (outcome.refusals > 0) refused++
      suppressed += outcome.suppressed
      counts += outcome.counts
      if ((session + 1) % REPORT_INTERVAL === 0) {
        console.log(
          `${session + 1} of ${sessions} sessions: ${refused} with a refusal; ${suppressed} of ${counts} counts suppressed`,
        )
      }
    }
    return [
      { what: `of ${sessions} honest sessions, a refusal`, value: (100 * refused) / sessions, budget: 2, unit: '%' },
      { what: 'of counts of 10 or more, suppressed', value: (100 * suppressed) / counts, budget: 25, unit: '%' },
      { what: 'preview beside MIN_CELL p95', value: percentile(previews, 0.95), budget: 250, unit: 'ms' },
    ]
  } finally {
    database.close()
    remove()
  }
}

async function addAccounts(database: Database, count: number): Promise<void> {
  const hash = await hashPassword(PASSWORD, CHEAP)
  await inTransaction(database, (connection) =>
    connection.run(
      `INSERT INTO account SELECT nextval('id_sequence'), 'honest' || n, '${hash}', '', '', FALSE,
         ['${COLLECTIONS.join("', '")}'], FALSE FROM range(${count}) AS numbers(n)`,
    ),
  )
}

async function signIn(server: TestServer, username: string, password: string): Promise<WireCall> {
  const call = createWireCall({ fetch: server.newFetch(), onUnauthorized: () => undefined })
  const made = await call(login, { username, password })
  if (!made.ok) throw new Error(made.message)
  return call
}

/** A user's work of fifteen minutes: variables, two cohorts, a downcode and families. */
async function work(call: WireCall, admin: WireCall, outcome: Outcome, random: () => number): Promise<void> {
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  const count = async <Answer>(asked: Promise<{ ok: boolean; value?: Answer }>): Promise<Answer | null> => {
    const result = await asked
    if (!result.ok) outcome.refusals++
    return result.value ?? null
  }
  const found = await count(call(variableSearch, { searchstring: one(WORDS) ?? '', searchtype: 'question' }))
  const hits = (found?.data ?? []).filter(({ observations }) => observations > 1_000)
  const coded = hits.filter(({ data_type }) => data_type === 'categorical')
  const names = [one(coded), one(coded), one(hits)].flatMap((hit) => (hit ? [hit.variable_name] : []))
  const looked = await count(call(variableLookup, { variable_names: names }))
  for (const variable_name of names) await count(call(variableDistribution, { variable_name, cohortids: [1] }))

  let parent = 1
  for (const variable of looked?.data ?? []) {
    const [value] = one(variable.top_answers.slice(0, 3)) ?? []
    if (value == null || variable.data_type !== 'categorical') continue
    const draft = {
      parent_id: parent,
      cohort_type: 'subset',
      variable: variable.variable_name,
      constraint_type: 'EQ',
      constraint_value: value,
    } as const
    const begun = performance.now()
    const preview = await count(call(cohortPreview, draft))
    outcome.previews.push(performance.now() - begun)
    // The administrator does not see the account's cohorts, so true counts are known for subsets of all individuals
    // only.
    if (parent === 1) compare(preview?.data ?? [], (await count(admin(cohortPreview, draft)))?.data ?? [], outcome)
    const made = await call(cohortNew, { ...draft, name: `${variable.variable_name} ${value} ${parent}` })
    if (!made.ok) continue
    parent = made.value.new_cohort_id
    await count(call(cohortSummary, { cohortid: parent }))
    for (const variable_name of names)
      await count(call(variableDistribution, { variable_name, cohortids: [1, parent] }))
    await count(call(cohortPreview, { parent_id: parent, cohort_type: 'pedigree' }))
    const definition = {
      relationship: 'AND' as const,
      constraints: [{ variable_name: variable.variable_name, constraint_type: 'EQ', constraint_value: value }],
    }
    const rest = { relationship: 'AND' as const, constraints: [] }
    const values = [
      { name: 'YES', definition },
      { name: 'NO', definition: rest },
    ]
    const { variable_name } = variable
    await count(
      call(constructPreview, {
        name: 'DRAFT',
        construct_type: 'downcode',
        variables: [variable_name],
        defaultValue: 'NO',
        values,
      }),
    )
  }
}

/** Compares the counts of unreadable collections for an account with an administrator's. */
function compare(
  shown: readonly (CountRow | PedigreeRow)[],
  all: readonly (CountRow | PedigreeRow)[],
  outcome: Outcome,
): void {
  for (const row of shown.filter(({ collection }) => !COLLECTIONS.includes(collection))) {
    const expected = all
      .filter(({ collection }) => collection === row.collection)
      .reduce((sum, { count }) => sum + (count ?? 0), 0)
    if (expected < MINIMUM_CELL) continue
    outcome.counts++
    if (row.count === null) outcome.suppressed++
  }
}
