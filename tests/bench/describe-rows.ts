import { cohortNew } from '#contract/cohorts.ts'
import { cohortDescribe } from '#contract/describing.ts'
import { batchesOf } from '#features/describing/description.ts'
import { FORMS } from '#tests/bench/large-study.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { valueOf, type ApiSession } from '#tests/support/api-session.ts'

const COHORTS = 4
const VARIABLES = 300
const ROUNDS = 5
/** Requests of the page under way at the same time. */
const AT_ONCE = 2

/** Table 1 at the target size, by the requests of the page; a set lists the variables of each form together. */
export async function measureDescription({ call }: ApiSession): Promise<BenchRow[]> {
  const cohortids: number[] = []
  for (let nth = 1; nth <= COHORTS; nth++) {
    const condition = { variable: `F${nth}_V3`, constraint_type: 'EQ', constraint_value: '1' } as const
    const draft = { parent_id: 1, cohort_type: 'subset', description: '', ...condition } as const
    cohortids.push(valueOf(await call(cohortNew, { ...draft, name: `Described ${nth}` })).new_cohort_id)
  }
  const ofForm = Math.ceil(VARIABLES / FORMS)
  const names = Array.from({ length: VARIABLES }, (_, place) => `F${1 + Math.floor(place / ofForm)}_V${place % ofForm}`)
  const batches = batchesOf(names)
  const [firsts, wholes]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    const waiting = [...batches.entries()]
    const send = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [place, variable_names] = next
        valueOf(await call(cohortDescribe, { cohortids, variable_names: [...variable_names] }))
        if (place === 0) firsts.push(performance.now() - begun)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, send))
    wholes.push(performance.now() - begun)
  }
  const what = `${VARIABLES} variables in ${COHORTS} cohorts described`
  return [
    { what: `${what}, median`, value: percentile(wholes, 0.5), budget: 2_000, unit: 'ms' },
    { what: `${what}, first rows, median`, value: percentile(firsts, 0.5), budget: 300, unit: 'ms' },
  ]
}
