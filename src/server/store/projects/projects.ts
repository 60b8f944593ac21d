import * as v from 'valibot'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { Parameters } from '#server/platform/db/parameters.ts'

const Row = v.object({ projectid: v.number(), name: v.string(), description: v.string() })

/** A project of an account. */
export type SavedProject = v.InferOutput<typeof Row>

/** Project 1 as long as an account has not edited it. */
const DEFAULT_PROJECT: SavedProject = {
  projectid: ROOT_PROJECT_ID,
  name: 'Default Project',
  description: 'Where everybody starts.',
}

/** The projects of an account: project 1 by its own name, then those it made, oldest first. */
export async function projectsOf(connection: Connection, accountId: number): Promise<SavedProject[]> {
  const saved = await rowsOf(
    connection,
    Row,
    `SELECT ${ROOT_PROJECT_ID} AS projectid, name, description FROM default_project WHERE account_id = $1
     UNION ALL SELECT projectid, name, description FROM project WHERE account_id = $1 ORDER BY projectid`,
    [accountId],
  )
  return saved[0]?.projectid === ROOT_PROJECT_ID ? saved : [DEFAULT_PROJECT, ...saved]
}

/** The name of project 1 by user name: users may rename it. */
export async function defaultProjectNames(
  connection: Connection,
  usernames: readonly string[],
): Promise<(username: string | null) => string> {
  const { isAmong, values } = new Parameters(connection)
  const rows = await rowsOf(
    connection,
    v.object({ username: v.string(), name: v.string() }),
    `SELECT username, name FROM default_project JOIN account USING (account_id) WHERE ${isAmong('username', usernames)}`,
    values,
  )
  const names = new Map(rows.map(({ username, name }) => [username, name]))
  return (username) => names.get(username ?? '') ?? DEFAULT_PROJECT.name
}

/** Whether things can be put into that project by that account. */
export async function isProjectOf(connection: Connection, accountId: number, projectId: number): Promise<boolean> {
  if (projectId === ROOT_PROJECT_ID) return true
  const rows = await rowsOf(
    connection,
    v.object({ projectid: v.number() }),
    `SELECT projectid FROM project WHERE account_id = $1 AND projectid = $2`,
    [accountId, projectId],
  )
  return rows.length > 0
}

/** Saves a new project of an account. */
export async function insertProject(connection: Connection, accountId: number, project: SavedProject): Promise<void> {
  await connection.run(`INSERT INTO project VALUES ($1, $2, $3, $4)`, [
    project.projectid,
    accountId,
    project.name,
    project.description,
  ])
}

/** The project that an account works on; project 1 unless it chose another. */
export async function currentProjectOf(connection: Connection, accountId: number): Promise<number> {
  const [row] = await rowsOf(
    connection,
    v.object({ projectid: v.number() }),
    `SELECT projectid FROM current_project WHERE account_id = $1`,
    [accountId],
  )
  return row?.projectid ?? ROOT_PROJECT_ID
}

/** Lets an account work on a project. */
export async function setCurrentProject(connection: Connection, accountId: number, projectId: number): Promise<void> {
  await connection.run(
    `INSERT INTO current_project VALUES ($1, $2)
     ON CONFLICT (account_id) DO UPDATE SET projectid = excluded.projectid`,
    [accountId, projectId],
  )
}

/** Saves a project's name and description. */
export async function updateProject(
  connection: Connection,
  accountId: number,
  { projectid, name, description }: SavedProject,
): Promise<void> {
  if (projectid === ROOT_PROJECT_ID) {
    const sql = `INSERT INTO default_project VALUES ($1, $2, $3)
      ON CONFLICT (account_id) DO UPDATE SET name = excluded.name, description = excluded.description`
    await connection.run(sql, [accountId, name, description])
    return
  }
  await connection.run(`UPDATE project SET name = $2, description = $3 WHERE projectid = $1`, [
    projectid,
    name,
    description,
  ])
}

/** Deletes the project alone; what it holds is deleted before. */
export async function deleteProject(connection: Connection, projectId: number): Promise<void> {
  await connection.run(`DELETE FROM project WHERE projectid = $1`, [projectId])
}
