import type { Versions } from '#contract/session.ts'
import type { Cohort } from '#contract/shapes/shapes.ts'
import type { FlowStep } from '#domain/cohorts/cohort-flow.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import type { Catalog } from '#server/model/catalog.ts'
import type { Statistics } from '#server/model/statistics.ts'
import type { User } from '#server/model/user.ts'
import type { DescribeCohort } from '#server/modules/downloads/bundle/table-one.ts'
import type { Slots } from '#server/modules/downloads/stream/concurrency.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { HttpServices } from '#server/platform/http/services.ts'

/** Services of the routes for downloads. */
export interface DownloadServices extends HttpServices, GuardServices {
  readonly downloadSlots: Slots
  readonly describeCohort: DescribeCohort
  /** The CONSORT flow of a cohort; `ancestry` has counts as the user may see them. */
  readonly savedFlow: (
    connection: Connection,
    user: User,
    cohortId: number,
    known: {
      readonly ancestry: readonly Cohort[]
      readonly meaningOf: (variableName: string, code: string) => string
    },
  ) => Promise<readonly FlowStep[]>
  readonly catalog: (connection: Connection) => Promise<Catalog>
  readonly statistics: (connection: Connection) => Promise<Statistics>
  /** Versions of product and data for the file's documentation. */
  readonly versions: (connection: Connection, user: User) => Promise<Versions>
}
