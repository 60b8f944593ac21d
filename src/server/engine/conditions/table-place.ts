import { cellsOfCriteria, type Cell } from '#domain/combine-table.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { isCustom, type AnyVariable, type CustomVariableRule } from '#server/model/variable.ts'
import type { Answers } from '#server/engine/sources/answers.ts'

/**
 * The place of the value that a table of two variables gives, NULL where it gives none; null where the rule is no such
 * table. It is looked up by the places of the two answers: a condition for each combination would take long.
 */
export function tablePlace(answers: Answers, rule: CustomVariableRule, layer: number): string | null {
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
  const { bindList } = answers.parameters
  const placeIn = (variable: AnyVariable, codes: readonly string[]) => {
    if (isCustom(variable)) {
      const { place } = answers.customOf(variable)
      const places = variable.possibleValues.map((value) => String(codes.indexOf(value) + 1 || ''))
      return `CASE WHEN ${place} < 0 THEN ${codes.length} ELSE CAST(nullif(list_extract(${bindList(places)}, ${place} + 1), '') AS INTEGER) END`
    }
    const { known } = answers.answerTo(variable)
    return `CASE WHEN ${known} IS NULL THEN ${codes.length} ELSE nullif(list_position(${bindList(codes)}, ${known}), 0) END`
  }
  const at = `(${placeIn(first, rows)} - 1) * ${columns.length} + ${placeIn(second, columns)}`
  return answers.column(`CAST(nullif(list_extract(${bindList(places)}, ${at}), '') AS INTEGER)`, layer)
}

/** The codes that the table speaks of, [UNK] last: that is the place of a missing answer. */
function codesOf(codes: readonly string[]): readonly string[] {
  return [...new Set(codes.filter((code) => code !== UNKNOWN_VALUE)), UNKNOWN_VALUE]
}

function keyOf({ first, second }: Cell): string {
  return JSON.stringify([first, second])
}
