import { accountTraceId, traceOf, type Trace } from '#server/engine/sources/pseudonyms.ts'
import type { User } from '#server/model/user.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'

/** The pseudonyms of an account, if downloads are traced: drawings and files of pedigrees name the same ids. */
export async function accountTrace(
  { tracesDownloads, traceKey }: Pick<Settings, 'tracesDownloads' | 'traceKey'>,
  { accountId }: User,
): Promise<Trace | null> {
  return tracesDownloads ? traceOf(await traceKey.readOrMake(), accountTraceId(accountId)) : null
}
