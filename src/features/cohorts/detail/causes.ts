import type { CohortToday, ReleaseCause } from '#contract/releases.ts'
import type { Named } from '#contract/shapes/wire-names.ts'
import { formatCount } from '#domain/numbers.ts'

type Today = Named<CohortToday>

const CAUSES: Readonly<Record<ReleaseCause, string>> = {
  added: 'Added to the data',
  record: 'First record of the form',
  answered: 'Newly answered',
  unknown: 'Newly unknown',
  corrected: 'Answer corrected',
  withdrawn: 'Consent withdrawn',
  related: 'Other individuals or cohorts changed',
}

/** A cause in words, with its variable. */
export function causeWords({ cause, variableName }: Today['causes'][number]): string {
  return variableName === null ? CAUSES[cause] : `${variableName}: ${CAUSES[cause].toLowerCase()}`
}

/** "120 entered, 3 left, 4,090 stayed". */
export function changeWords({ entered, left, stayed }: NonNullable<Today['changes']>): string {
  return `${formatCount(entered)} entered, ${formatCount(left)} left, ${formatCount(stayed)} stayed`
}

/** The other cohorts that are run again with a cohort. */
export function othersRunAgain({ rerun }: Pick<Today, 'rerun'>, cohortId: number): readonly string[] {
  return rerun.filter((one) => one.cohortId !== cohortId).map(({ name }) => name)
}
