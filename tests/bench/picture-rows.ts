import { variableAgainst } from '#contract/against.ts'
import { cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { percentile, timings, type BenchRow } from '#tests/bench/report.ts'
import { valueOf, type ApiSession } from '#tests/support/api-session.ts'

const RUNS = 20
/** Numbers of two forms. */
const NUMBERS = { variable_name: 'F35_V18', other_variable_name: 'F34_V2' }
const FORMS = [35, 34]
/** Categories of these forms. */
const PLACES = [1, 4, 6, 7]

type Condition = ReturnType<typeof conditionOn>

interface Subset {
  readonly id: number
  readonly condition: Condition
}

/** The scatter plot of two numbers as bins and as points, and the flow of a compound set with eight subsets. */
export async function measurePictures(session: ApiSession): Promise<BenchRow[]> {
  const chains = await Promise.all(FORMS.map((form) => saveChain(session, form)))
  const [, , small] = chains[0] ?? []
  const against = (cohortid?: number) => async () =>
    valueOf(await session.call(variableAgainst, { ...NUMBERS, cohortid }))
  const { points } = await against(small?.id)()
  if (points === null) throw new Error('The cohort is too large for points.')
  return [
    await row('two numbers as bins p95', 200, against()),
    await row('two numbers of a cohort as points p95', 100, against(small?.id)),
    await row('flow of a compound set of two chains of four subsets p95', 400, () =>
      // The requests of the cohort's page.
      Promise.all(chains.flat().map(async ({ condition }) => valueOf(await session.call(cohortPreview, condition)))),
    ),
  ]
}

async function row(what: string, budget: number, work: () => Promise<unknown>): Promise<BenchRow> {
  return { what, value: percentile(await timings(RUNS, work), 0.95), budget, unit: 'ms' }
}

/** Subsets by a category each, each of the one before. */
async function saveChain({ call }: ApiSession, form: number): Promise<readonly Subset[]> {
  const chain: Subset[] = []
  for (const place of PLACES) {
    const condition = conditionOn(chain.at(-1)?.id ?? 1, `F${form}_V${place}`)
    const saved = valueOf(await call(cohortNew, { ...condition, name: `Chain ${form} ${place}`, description: '' }))
    chain.push({ id: saved.new_cohort_id, condition })
  }
  return chain
}

function conditionOn(parent_id: number, variable: string) {
  return { parent_id, cohort_type: 'subset', variable, constraint_type: 'EQ', constraint_value: '1' } as const
}
