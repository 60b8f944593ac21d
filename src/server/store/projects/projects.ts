import * as v from 'valibot'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import type { User } from '#server/model/user.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { isAmong, literal, sql } from '#server/platform/db/sql.ts'
import { notFound } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'

const Row = v.object({ projectid: v.number(), name: v.string(), description: v.string() })

export type SavedProject = v.InferOutput<typeof Row>

/** Project 1 of accounts that have not renamed it. */
const DEFAULT_PROJECT: SavedProject = {
  projectid: ROOT_PROJECT_ID,
  name: 'Default Project',
  description: 'The project that every account begins with.',
}

/** Project 1 under its current name, then the account's own projects, oldest first. */
export async function projectsOf(connection: Connection, accountId: number): Promise<SavedProject[]> {
  const saved = await rowsOf(
    connection,
    Row,
    sql`SELECT ${literal(ROOT_PROJECT_ID)} AS projectid, name, description FROM default_project WHERE account_id = ${accountId}
     UNION ALL SELECT projectid, name, description FROM project WHERE account_id = ${accountId} ORDER BY projectid`,
  )
  return saved[0]?.projectid === ROOT_PROJECT_ID ? saved : [DEFAULT_PROJECT, ...saved]
}

/** Names of project 1 by user name: users may rename it. */
export async function defaultProjectNames(
  connection: Connection,
  usernames: readonly string[],
): Promise<(username: string | null) => string> {
  const rows = await rowsOf(
    connection,
    v.object({ username: v.string(), name: v.string() }),
    sql`SELECT username, name FROM default_project JOIN account USING (account_id) WHERE ${isAmong(sql`username`, usernames)}`,
  )
  const names = new Map(rows.map(({ username, name }) => [username, name]))
  return (username) => names.get(username ?? '') ?? DEFAULT_PROJECT.name
}

/** Whether the account may save objects in the project. */
export async function isProjectOf(connection: Connection, accountId: number, projectId: number): Promise<boolean> {
  if (projectId === ROOT_PROJECT_ID) return true
  const rows = await rowsOf(
    connection,
    v.object({ projectid: v.number() }),
    sql`SELECT projectid FROM project WHERE account_id = ${accountId} AND projectid = ${projectId}`,
  )
  return rows.length > 0
}

export async function insertProject(connection: Connection, accountId: number, project: SavedProject): Promise<void> {
  await connection.run(
    sql`INSERT INTO project VALUES (${project.projectid}, ${accountId}, ${project.name}, ${project.description})`,
  )
}

/** The current project; 1 by default. */
export async function currentProjectOf(connection: Connection, accountId: number): Promise<number> {
  const [row] = await rowsOf(
    connection,
    v.object({ projectid: v.number() }),
    sql`SELECT projectid FROM current_project WHERE account_id = ${accountId}`,
  )
  return row?.projectid ?? ROOT_PROJECT_ID
}

export async function setCurrentProject(connection: Connection, accountId: number, projectId: number): Promise<void> {
  await connection.run(
    sql`INSERT INTO current_project VALUES (${accountId}, ${projectId})
     ON CONFLICT (account_id) DO UPDATE SET projectid = excluded.projectid`,
  )
}

export async function updateProject(
  connection: Connection,
  accountId: number,
  { projectid, name, description }: SavedProject,
): Promise<void> {
  if (projectid === ROOT_PROJECT_ID) {
    await connection.run(
      sql`INSERT INTO default_project VALUES (${accountId}, ${name}, ${description})
        ON CONFLICT (account_id) DO UPDATE SET name = excluded.name, description = excluded.description`,
    )
    return
  }
  await connection.run(
    sql`UPDATE project SET name = ${name}, description = ${description} WHERE projectid = ${projectid}`,
  )
}

/** Deletes the project row; the caller has deleted its content. */
export async function deleteProject(connection: Connection, projectId: number): Promise<void> {
  await connection.run(sql`DELETE FROM project WHERE projectid = ${projectId}`)
}

/** The project of a new object: the one in the request, else the current one. */
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
