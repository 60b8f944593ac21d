import type { User } from '#server/model/user.ts'
import type { IncomingChange } from '#server/platform/http/route-for-change.ts'
import { downloadExtent } from '#server/engine/downloads/extent.ts'
import type { PreparedDownload } from '#server/modules/downloads/prepared-download.ts'

/** Audits a file before it is sent: cohort, set, number of rows, collections. */
export async function auditFile<Input>(
  { connection, addDetails, change }: Pick<IncomingChange<Input>, 'connection' | 'addDetails' | 'change'>,
  user: User,
  { table, set }: PreparedDownload,
): Promise<void> {
  const { rows, collections } = await downloadExtent(connection, table.cohortId, user)
  addDetails({ cohortid: table.cohortId, varsetid: set.varsetid, rows, collections })
  await change(async () => undefined)
}
