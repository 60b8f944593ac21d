import * as v from 'valibot'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

const Row = v.object({ projectid: v.number(), name: v.string(), description: v.string() })

/** A project that somebody made. */
export type SavedProject = v.InferOutput<typeof Row>

/** The projects that an account made, oldest first; everybody's first project is none of them. */
export function projectsOf(connection: Connection, accountId: number): Promise<SavedProject[]> {
  return rowsOf(
    connection,
    Row,
    `SELECT projectid, name, description FROM project WHERE account_id = $1 ORDER BY projectid`,
    [accountId],
  )
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

/** Saves a name and a description anew. */
export async function updateProject(
  connection: Connection,
  { projectid, name, description }: SavedProject,
): Promise<void> {
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
