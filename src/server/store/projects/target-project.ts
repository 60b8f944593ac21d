import type { User } from '#server/model/user.ts'
import { notFound } from '#server/platform/http/refusal.ts'
import { currentProjectOf, isProjectOf } from '#server/store/projects/projects.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** The project that something new goes into: the one that the call carries, else the user's current one. */
export async function targetProject(
  connection: Connection,
  { settings }: Pick<HttpServices, 'settings'>,
  user: User,
  asked: number | null | undefined,
): Promise<number> {
  if (!asked || !settings.capabilities.includes('project-scope')) return currentProjectOf(connection, user.accountId)
  if (!(await isProjectOf(connection, user.accountId, asked))) throw notFound('project')
  return asked
}
