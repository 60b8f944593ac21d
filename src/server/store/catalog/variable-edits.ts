import * as v from 'valibot'
import { VariableChanges, type VariableEdit } from '#contract/shapes/shapes-of-extensions.ts'
import { textByCode } from '#contract/shapes/values.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { EMPTY, sql } from '#server/platform/db/sql.ts'

export interface NewVariableEdit {
  readonly editId: number
  readonly accountId: number
  readonly variableName: string
  /** JSON: the proposed values of the fields. */
  readonly changes: string
  readonly comment: string
  readonly now: number
}

/** Queues an edit for review; it is applied after approval. */
export async function insertVariableEdit(connection: Connection, edit: NewVariableEdit): Promise<void> {
  await connection.run(
    sql`INSERT INTO variable_edit VALUES (${edit.editId}, ${edit.accountId}, ${edit.variableName}, ${edit.changes}, ${edit.comment}, epoch_ms(CAST(${edit.now} AS BIGINT)), 'queued')`,
  )
}

const Changes = v.pipe(v.string(), v.parseJson(), VariableChanges)

/** Precision: seconds. */
const Moment = v.pipe(
  v.number(),
  v.transform((moment) => new Date(moment).toISOString().replace(/\.\d+/, '')),
)

const EditRow = v.object({
  edit_id: v.number(),
  variable_name: v.string(),
  state: v.string(),
  changes: Changes,
  replaced: v.nullable(Changes),
  comment: v.string(),
  made_by: v.nullable(v.string()),
  made_at: Moment,
  decided_by: v.nullable(v.string()),
  decided_at: v.nullable(Moment),
  decision_comment: v.string(),
})

const EDITS = sql`SELECT edit_id, variable_name, state, changes, replaced, variable_edit.comment, username AS made_by,
    CAST(epoch_ms(made_at) AS FLOAT8) AS made_at, decided_by, CAST(epoch_ms(decided_at) AS FLOAT8) AS decided_at,
    coalesce(decision.comment, '') AS decision_comment
  FROM variable_edit
    LEFT JOIN account USING (account_id)
    LEFT JOIN variable_edit_decision decision USING (edit_id)`

/** Edits of one variable or of all, newest first. */
export function readVariableEdits(connection: Connection, variableName: string | null): Promise<VariableEdit[]> {
  const where = variableName === null ? EMPTY : sql`WHERE variable_name = ${variableName}`
  return rowsOf(connection, EditRow, sql`${EDITS} ${where} ORDER BY edit_id DESC`)
}

/** A proposed edit with its decision, or null. */
export async function readVariableEdit(connection: Connection, editId: number): Promise<VariableEdit | null> {
  const [edit] = await rowsOf(connection, EditRow, sql`${EDITS} WHERE edit_id = ${editId}`)
  return edit ?? null
}

const Texts = v.object({
  question: v.string(),
  explicit: v.string(),
  implicit: v.string(),
  meanings: v.pipe(v.string(), v.parseJson(), textByCode),
})

/** Applies the texts of an edit and returns the replaced ones; null if the variable no longer exists. */
export async function applyChanges(
  connection: Connection,
  variableName: string,
  changes: VariableChanges,
): Promise<VariableChanges | null> {
  const [before] = await rowsOf(
    connection,
    Texts,
    sql`SELECT question, explicit_context AS explicit, implicit_context AS implicit, value_mapping AS meanings
     FROM variable WHERE variable_name = ${variableName}`,
  )
  if (!before) return null
  const meanings = Object.entries(changes.values ?? {})
  await connection.run(
    sql`UPDATE variable SET question = ${changes.question ?? before.question}, explicit_context = ${changes.explicit ?? before.explicit}, implicit_context = ${changes.implicit ?? before.implicit}, value_mapping = ${JSON.stringify(Object.fromEntries([...Object.entries(before.meanings), ...meanings]))}
     WHERE variable_name = ${variableName}`,
  )
  const known = new Map(Object.entries(before.meanings))
  return {
    ...(changes.question != null && { question: before.question }),
    ...(changes.explicit != null && { explicit: before.explicit }),
    ...(changes.implicit != null && { implicit: before.implicit }),
    ...(meanings.length > 0 && { values: Object.fromEntries(meanings.map(([code]) => [code, known.get(code) ?? ''])) }),
  }
}

export interface EditDecision {
  readonly editId: number
  readonly isApproved: boolean
  readonly decidedBy: string
  readonly now: number
  readonly comment: string
  /** JSON: the replaced texts; null for a rejected edit. */
  readonly replaced: string | null
}

/** Records a decision and the texts that an approval replaced. */
export async function insertEditDecision(connection: Connection, decision: EditDecision): Promise<void> {
  const { editId, isApproved, decidedBy, now, comment, replaced } = decision
  await connection.run(
    sql`INSERT INTO variable_edit_decision VALUES (${editId}, ${decidedBy}, epoch_ms(CAST(${now} AS BIGINT)), ${comment}, ${replaced})`,
  )
  await connection.run(
    sql`UPDATE variable_edit SET state = ${isApproved ? 'approved' : 'rejected'} WHERE edit_id = ${editId}`,
  )
}
