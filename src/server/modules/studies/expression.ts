import * as v from 'valibot'
import type { expressionRules } from '#contract/expressions.ts'
import { RuleDefinition } from '#contract/rules.ts'
import { rulesSent } from '#contract/shapes/rules-of-definition.ts'
import { toWire } from '#contract/shapes/wire-names.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { parseExpression } from '#domain/expressions/parse-expression.ts'
import { printExpression } from '#domain/expressions/print-expression.ts'
import { resolveExpression } from '#domain/expressions/resolve-expression.ts'
import type { ExpressionProblem } from '#domain/expressions/tokens.ts'
import type { CohortNode } from '#domain/study/study-tree.ts'
import type { User } from '#server/model/user.ts'
import { createStudyLookup, readState, type StudyServices } from '#server/modules/studies/lookup.ts'
import { linesOf } from '#server/modules/studies/plan.ts'
import type { Connection } from '#server/platform/db/database.ts'

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
  // The lookup reads the names of declarations: this one holds the expression and declares nothing.
  const place = { from: 0, to: text.length }
  const parent = { text: ALL_INDIVIDUALS, ...place }
  const node: CohortNode = {
    ...place,
    kind: 'cohort',
    name: { text: '', ...place },
    description: '',
    term: { kind: 'rules', node: parsed.node, parent },
  }
  const lookup = await createStudyLookup(connection, services, state, { nodes: [node], removed: new Set() })
  const resolved = resolveExpression(parsed.node, lookup)
  if ('problems' in resolved) return refused(text, resolved.problems)
  const { top } = resolved
  return {
    problems: [],
    expression: printExpression(top, lookup),
    rules: v.parse(RuleDefinition, toWire(rulesSent(top))),
  }
}

function refused(text: string, problems: readonly ExpressionProblem[]): Answer {
  const lineAt = linesOf(text)
  return {
    problems: problems.map(({ from, message }) => ({ message, ...lineAt(from) })),
    expression: null,
    rules: null,
  }
}
