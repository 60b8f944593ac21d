import * as v from 'valibot'
import { VariableChanges, type VariableEdit } from '#contract/shapes-of-extensions.ts'
import { textByCode } from '#contract/values.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'

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

const Changes = v.pipe(v.string(), v.parseJson(), VariableChanges)

/** To the second. */
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

const EDITS = `SELECT edit_id, variable_name, state, changes, replaced, variable_edit.comment, username AS made_by,
    CAST(epoch_ms(made_at) AS FLOAT8) AS made_at, decided_by, CAST(epoch_ms(decided_at) AS FLOAT8) AS decided_at,
    coalesce(decision.comment, '') AS decision_comment
  FROM variable_edit
    LEFT JOIN account USING (account_id)
    LEFT JOIN variable_edit_decision decision USING (edit_id)`

/** The edits of one variable or of all, the newest first. */
export function readVariableEdits(connection: Connection, variableName: string | null): Promise<VariableEdit[]> {
  const [where, values] = variableName === null ? ['', []] : ['WHERE variable_name = $1', [variableName]]
  return rowsOf(connection, EditRow, `${EDITS} ${where} ORDER BY edit_id DESC`, values)
}

/** A proposed edit with what was decided of it, or null. */
export async function readVariableEdit(connection: Connection, editId: number): Promise<VariableEdit | null> {
  const [edit] = await rowsOf(connection, EditRow, `${EDITS} WHERE edit_id = $1`, [editId])
  return edit ?? null
}

const Texts = v.object({
  question: v.string(),
  explicit: v.string(),
  implicit: v.string(),
  meanings: v.pipe(v.string(), v.parseJson(), textByCode),
})

/** Gives a variable of the data the texts of an edit, and tells what stood in their place; null where it is no more. */
export async function applyChanges(
  connection: Connection,
  variableName: string,
  changes: VariableChanges,
): Promise<VariableChanges | null> {
  const [before] = await rowsOf(
    connection,
    Texts,
    `SELECT question, explicit_context AS explicit, implicit_context AS implicit, value_mapping AS meanings
     FROM variable WHERE variable_name = $1`,
    [variableName],
  )
  if (!before) return null
  const meanings = Object.entries(changes.values ?? {})
  await connection.run(
    `UPDATE variable SET question = $2, explicit_context = $3, implicit_context = $4, value_mapping = $5
     WHERE variable_name = $1`,
    [
      variableName,
      changes.question ?? before.question,
      changes.explicit ?? before.explicit,
      changes.implicit ?? before.implicit,
      JSON.stringify(Object.fromEntries([...Object.entries(before.meanings), ...meanings])),
    ],
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
  /** JSON: what stood there before; of a rejected edit nothing. */
  readonly replaced: string | null
}

/** Writes down who decided what of an edit, and the texts that an approval replaced. */
export async function insertEditDecision(connection: Connection, decision: EditDecision): Promise<void> {
  const { editId, isApproved, decidedBy, now, comment, replaced } = decision
  await connection.run(`INSERT INTO variable_edit_decision VALUES ($1, $2, epoch_ms(CAST($3 AS BIGINT)), $4, $5)`, [
    editId,
    decidedBy,
    now,
    comment,
    replaced,
  ])
  await connection.run(`UPDATE variable_edit SET state = $2 WHERE edit_id = $1`, [
    editId,
    isApproved ? 'approved' : 'rejected',
  ])
}
