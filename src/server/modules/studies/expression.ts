import * as v from 'valibot'
import type { expressionRules } from '#contract/expressions.ts'
import { RuleDefinition } from '#contract/rules.ts'
import { rulesSent, savedGroup } from '#contract/shapes/rules-of-definition.ts'
import { fromWire, toWire } from '#contract/shapes/wire-names.ts'
import { parseExpression } from '#domain/expressions/parse-expression.ts'
import { printExpression } from '#domain/expressions/print-expression.ts'
import { namesIn, resolveExpression } from '#domain/expressions/resolve-expression.ts'
import type { ExpressionProblem } from '#domain/expressions/tokens.ts'
import { variablesInRules, versionsInRules } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import { createStudyLookup, NOTHING_DECLARED, readState, type StudyServices } from '#server/modules/studies/lookup.ts'
import { linesOf } from '#server/modules/studies/plan.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless } from '#server/platform/http/refusal.ts'

type Answer = v.InferOutput<typeof expressionRules.answer>

/** The rules of an expression, whose names are those of a project. */
export async function readExpression(
  connection: Connection,
  services: StudyServices,
  user: User,
  { projectId, text }: { readonly projectId: number; readonly text: string },
): Promise<Answer> {
  const parsed = parseExpression(text)
  if ('problem' in parsed) return refused(text, [parsed.problem])
  const state = await readState(connection, services, user, projectId)
  const lookup = await createStudyLookup(connection, services, state, {
    ...NOTHING_DECLARED,
    named: namesIn(parsed.node),
  })
  const resolved = resolveExpression(parsed.node, lookup)
  if ('problems' in resolved) return refused(text, resolved.problems)
  const { top } = resolved
  const rules = v.parse(RuleDefinition, toWire(rulesSent(top)))
  return { problems: [], expression: printExpression(top, lookup), rules }
}

/** The expression of rules, with the names of a project. Refuses an operator that this version does not know. */
export async function writeExpression(
  connection: Connection,
  services: StudyServices,
  user: User,
  { projectId, rules }: { readonly projectId: number; readonly rules: RuleDefinition },
): Promise<Answer> {
  const top = savedGroup(fromWire(rules))
  if (!top) throw meaningless('The rules have an operator that has no words.', 'rules')
  const state = await readState(connection, services, user, projectId)
  const named = { variables: variablesInRules(rules), versionsOf: versionsInRules(rules), hasStrata: false }
  const lookup = await createStudyLookup(connection, services, state, { ...NOTHING_DECLARED, named })
  return { problems: [], expression: printExpression(top, lookup), rules }
}

function refused(text: string, problems: readonly ExpressionProblem[]): Answer {
  const lineAt = linesOf(text)
  return {
    problems: problems.map(({ from, message }) => ({ message, ...lineAt(from) })),
    expression: null,
    rules: null,
  }
}
