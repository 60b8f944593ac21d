import { expressionRules } from '#contract/expressions.ts'
import { rulesPreview } from '#contract/rules.ts'
import type { RulesSent } from '#contract/shapes/rules-of-definition.ts'
import { variableLookup } from '#contract/variables.ts'
import { hasSeveralCodes, isCoded } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { textAt } from '#domain/text/text.ts'
import { valueOf } from '#terminal/connect.ts'
import { EXIT, TerminalFailure, type Exit, type TerminalContext } from '#terminal/context.ts'
import { createProgress, print, table } from '#terminal/print.ts'
import { cohortOf, projectOf } from '#terminal/saved.ts'

/** Counts an expression by its four outcomes, or those who match by the values of a variable. */
export async function count(context: TerminalContext, [text = '']: readonly string[]): Promise<Exit> {
  const { options } = context
  const parentId = options.in === undefined ? ROOT_COHORT_ID : (await cohortOf(context, options.in)).id
  const read = valueOf(await context.call(expressionRules, { text, projectId: await projectOf(context) }))
  if (!read.rules) {
    const lines = read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
    throw new TerminalFailure(lines.join('\n'))
  }
  const { expression, rules } = read
  if (options.by !== undefined) {
    const values = await countByValue(context, { parentId, rules, by: options.by })
    print(context, { expression, by: options.by, values }, () =>
      table(
        ['Value', 'Meaning', 'Individuals'],
        values.map(({ value, meaning, individuals }) => [value, meaning, individuals]),
      ),
    )
    return EXIT.done
  }
  const { split } = await preview(context, parentId, rules)
  const counts = {
    match: split?.match ?? null,
    no_match: split?.noMatch ?? null,
    unknown: split?.unknown ?? null,
    no_record: split?.noRecord ?? null,
  }
  print(context, { expression, ...counts }, () =>
    table(
      ['Outcome', 'Individuals'],
      [
        ['match', counts.match],
        ['no match', counts.no_match],
        ['unknown', counts.unknown],
        ['no record', counts.no_record],
      ],
    ),
  )
  return EXIT.done
}

async function preview({ call }: TerminalContext, parentId: number, rules: RulesSent) {
  return valueOf(await call(rulesPreview, { parentId, rules }))
}

interface CountedBy {
  readonly parentId: number
  readonly rules: RulesSent
  readonly by: string
}

async function countByValue(context: TerminalContext, { parentId, rules, by }: CountedBy) {
  const { data } = valueOf(await context.call(variableLookup, { variableNames: [by] }))
  const [variable] = data
  if (!variable) throw new TerminalFailure(`There is no variable ${by}.`)
  if (!isCoded(variable.dataType) || hasSeveralCodes(variable.dataType)) {
    throw new TerminalFailure(`${variable.variableName} has no list of single values, which --by counts.`)
  }
  const { version, ...group } = rules
  const counted = (condition: RulesSent['rules'][number]) =>
    preview(context, parentId, { version, match: 'all', count: 1, rules: [group, condition] })
  const progress = createProgress(context)
  const values: { value: string; meaning: string; individuals: number | null }[] = []
  const { variableName } = variable
  for (const value of variable.possibleValues) {
    progress.show(`${values.length} of ${variable.possibleValues.length} values`)
    const equal = { variableName, constraintType: 'EQ', constraintValues: [value] }
    const { split } = await counted(equal)
    values.push({ value, meaning: textAt(variable.valueMapping, value), individuals: split?.match ?? null })
  }
  const answered = { variableName, constraintType: 'VALID' }
  const { split } = await counted({ match: 'none', count: 1, unknownAs: 'match', rules: [answered] })
  values.push({ value: '', meaning: 'not answered', individuals: split?.match ?? null })
  progress.end()
  return values
}
