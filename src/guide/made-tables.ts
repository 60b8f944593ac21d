import { DATA_TYPES, moreOperators, offeredOperators } from '#domain/data-types.ts'
import { TERMS } from '#domain/glossary.ts'
import {
  COHORT_NAME_MAX,
  PROJECT_NAME_MAX,
  VALUE_NAME_MAX,
  VARIABLE_NAME_MAX,
  VARIABLE_NAME_MIN,
  VARIABLE_SET_NAME_MAX,
} from '#domain/limits.ts'
import { OPERATOR_LABELS } from '#domain/operators.ts'
import type { TableRows } from '#guide/key-tables.ts'
import { readRuns } from '#guide/markdown.ts'

/** What may be asked of each data type, as the builders offer it. */
export function operatorTable(): TableRows {
  return DATA_TYPES.map((type) => [
    readRuns(`\`${type}\``),
    readRuns(
      [...offeredOperators(type), ...moreOperators(type)].map((operator) => OPERATOR_LABELS[operator]).join(', '),
    ),
  ])
}

/** Every word with what it means. */
export function glossaryTable(): TableRows {
  return TERMS.map(({ term, words }) => [readRuns(`**${term}**`), readRuns(words)])
}

/** What names may be. */
export function nameTable(): TableRows {
  return [
    ['Project', `up to ${PROJECT_NAME_MAX} characters, no quotes or backslashes`],
    ['Cohort', `up to ${COHORT_NAME_MAX} characters, no quotes or backslashes, no other cohort of that name`],
    ['Variable set', `up to ${VARIABLE_SET_NAME_MAX} characters, no quotes or backslashes`],
    [
      'Custom variable',
      `${VARIABLE_NAME_MIN} to ${VARIABLE_NAME_MAX} letters, digits or underscores, not starting with a digit`,
    ],
    ['Value of one', `up to ${VALUE_NAME_MAX} letters, digits or underscores`],
  ].map((cells) => cells.map(readRuns))
}
