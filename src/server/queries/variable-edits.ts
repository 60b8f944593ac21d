import type { Connection } from '#server/storage/database.ts'

export interface NewVariableEdit {
  readonly editId: number
  readonly accountId: number
  readonly variableName: string
  /** JSON: the fields as they should become. */
  readonly changes: string
  readonly comment: string
  readonly now: number
}

/** Puts an edit into the queue; nothing of it is applied before it has been reviewed. */
export async function insertVariableEdit(connection: Connection, edit: NewVariableEdit): Promise<void> {
  await connection.run(
    `INSERT INTO variable_edit VALUES ($1, $2, $3, $4, $5, epoch_ms(CAST($6 AS BIGINT)), 'queued')`,
    [edit.editId, edit.accountId, edit.variableName, edit.changes, edit.comment, edit.now],
  )
}
