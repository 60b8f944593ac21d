import { cellsOfCriteria, type Cell } from '#domain/custom-variables/combine-table.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { Answers } from '#server/engine/sources/answers.ts'
import { isCustom, type AnyVariable, type CustomVariableRule } from '#server/model/variable.ts'
import { literal, sql, type Sql } from '#server/platform/db/sql.ts'

/**
 * The position of the value by a lookup table of two variables, indexed by the positions of both answers; NULL for a
 * cell without a value, null if the rule is no such table. A condition for each cell would be slow.
 */
export function tablePlace(answers: Answers, rule: CustomVariableRule, layer: number): Sql | null {
  const [first, second] = rule.sources
  if (rule.variableType !== 'merge' || !first || !second) return null
  const given = new Map<string, string>()
  const cells: Cell[] = []
  for (const [place, { criteria }] of rule.values.entries()) {
    const own = criteria.parts.length === 0 ? [] : cellsOfCriteria(criteria, first, second)
    if (!own) return null
    cells.push(...own)
    for (const cell of own) given.set(keyOf(cell), given.get(keyOf(cell)) ?? String(place))
  }
  const rows = codesOf(cells.map((cell) => cell.first))
  const columns = codesOf(cells.map((cell) => cell.second))
  const places = rows.flatMap((a) => columns.map((b) => given.get(keyOf({ first: a, second: b })) ?? ''))
  const placeIn = (variable: AnyVariable, codes: readonly string[]) => {
    const ofMissing = literal(codes.length)
    if (isCustom(variable)) {
      const { place } = answers.customOf(variable)
      const places = variable.possibleValues.map((value) => String(codes.indexOf(value) + 1 || ''))
      return sql`CASE WHEN ${place} < 0 THEN ${ofMissing} ELSE CAST(nullif(list_extract(${places}, ${place} + 1), '') AS INTEGER) END`
    }
    const { known } = answers.answerTo(variable)
    return sql`CASE WHEN ${known} IS NULL THEN ${ofMissing} ELSE nullif(list_position(${codes}, ${known}), 0) END`
  }
  const at = sql`(${placeIn(first, rows)} - 1) * ${literal(columns.length)} + ${placeIn(second, columns)}`
  return answers.column(sql`CAST(nullif(list_extract(${places}, ${at}), '') AS INTEGER)`, layer)
}

/** Codes in table order, [UNK] last: the position of a missing answer. */
function codesOf(codes: readonly string[]): readonly string[] {
  return [...new Set(codes.filter((code) => code !== UNKNOWN_VALUE)), UNKNOWN_VALUE]
}

function keyOf({ first, second }: Cell): string {
  return JSON.stringify([first, second])
}
