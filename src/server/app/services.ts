import type { Clock, Log, Random } from '#server/platform/process/runtime.ts'
import type { LoginThrottle } from '#server/modules/accounts/login-throttle.ts'
import type { PasswordTurns } from '#server/modules/accounts/password-queue.ts'
import type { PasswordCheck } from '#server/modules/accounts/password-check.ts'
import type { Sessions } from '#server/store/accounts/sessions.ts'
import type { Catalog } from '#server/model/catalog.ts'
import type { UserVariablesLoader } from '#server/store/custom-variables/user-variables.ts'
import type { SameQuestion } from '#server/modules/catalog/same-question.ts'
import type { SearchIndex } from '#server/modules/catalog/search/search-index.ts'
import type { DisclosureControl } from '#server/disclosure/disclosure-control.ts'
import type { Slots } from '#server/modules/downloads/stream/slots.ts'
import type { RefusalTrail } from '#server/modules/audit/refusal-trail.ts'
import type { HealthCheck } from '#server/platform/db/health-check.ts'
import type { Turns } from '#server/platform/scheduling/fair-queue.ts'
import type { ImportJobs } from '#server/modules/imports/jobs/import-jobs.ts'
import type { AnsweredInCohort } from '#server/engine/counts/answered-in-cohort.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import type { CoverageReader } from '#server/engine/counts/coverage.ts'
import type { Observations } from '#server/engine/counts/observations.ts'
import type { SketchReader } from '#server/disclosure/sketches.ts'
import type { Statistics } from '#server/model/statistics.ts'
import type { SecondFactors } from '#server/modules/accounts/second-factors.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import type { TopAnswers } from '#server/engine/counts/top-answers.ts'

/** What every handler can use. */
export interface Services {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly settings: Settings
  readonly log: Log
  readonly sessions: Sessions
  readonly checkPassword: PasswordCheck
  readonly passwordTurns: PasswordTurns
  readonly secondFactors: SecondFactors
  readonly throttle: LoginThrottle
  readonly refusals: RefusalTrail
  readonly downloadSlots: Slots
  readonly isHealthy: HealthCheck
  /** Of the calls that count. */
  readonly turns: Turns
  readonly imports: ImportJobs
  readonly catalog: (connection: Connection) => Promise<Catalog>
  /** What the names that somebody uses mean: the catalog's and their own. */
  readonly variables: UserVariablesLoader
  readonly observations: Observations
  readonly countAnswers: CountAnswers
  readonly coverage: CoverageReader
  readonly answeredInCohort: AnsweredInCohort
  readonly sketches: SketchReader
  readonly sameQuestion: (connection: Connection) => Promise<SameQuestion>
  readonly searchIndex: (connection: Connection) => Promise<SearchIndex>
  readonly statistics: (connection: Connection) => Promise<Statistics>
  readonly disclosure: DisclosureControl
  readonly topAnswers: (connection: Connection) => Promise<TopAnswers>
}
