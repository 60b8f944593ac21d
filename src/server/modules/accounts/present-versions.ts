import type { Versions } from '#contract/session.ts'
import { APP_VERSION, FRONT_END_VERSION } from '#domain/limits.ts'
import type { User } from '#server/model/user.ts'
import { demoUsernames, DEMO_ACCOUNTS } from '#server/store/accounts/accounts.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { SCHEMA_VERSION } from '#server/platform/db/migrations/schema.ts'

/**
 * The response of /version: components, capabilities, data and demo accounts. The database engine and its version are
 * for signed-in users only (ASVS 13.4.6).
 */
export async function presentVersions(
  connection: Connection,
  services: Pick<AccountServices, 'database' | 'settings' | 'statistics'>,
  user: User | null,
): Promise<Versions> {
  const { individuals, forms, studies, collectionCodes } = await services.statistics(connection)
  const usernames = await demoUsernames(connection)
  return {
    diverapp: APP_VERSION,
    diverweb: FRONT_END_VERSION,
    diverRPC: APP_VERSION,
    db_procs: user ? `${APP_VERSION} (${services.database.version})` : APP_VERSION,
    db_edit: `schema ${SCHEMA_VERSION}`,
    capabilities: [...services.settings.capabilities],
    stats: { individuals, forms, studies, collections: collectionCodes.length },
    progress: null,
    access_request_url: services.settings.accessRequestUrl,
    demo_accounts: DEMO_ACCOUNTS.filter(({ username }) => usernames.includes(username)).map(
      ({ username, password, about }) => ({ username, password, about }),
    ),
  }
}
