import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { RuleDefinition } from '#contract/rules.ts'
import { optionalId, textOrNull } from '#contract/shapes/values.ts'
import { StudyProblem } from '#contract/study-files.ts'
import { STUDY_LENGTH_MAX } from '#domain/limits.ts'
import { UNABLE_TO_READ_EXPRESSION } from '#domain/messages.ts'

export const expressionRules = endpoint({
  method: 'POST',
  path: '/cohort/rules/text',
  summary: 'The rules of an expression, or its errors by line; or the expression of rules.',
  capability: 'expressions',
  input: v.pipe(
    v.object({
      text: v.nullish(v.pipe(v.string(), v.maxLength(STUDY_LENGTH_MAX))),
      rules: v.nullish(RuleDefinition),
      /** The project whose cohorts it names; the current one without it. */
      projectid: optionalId,
    }),
    v.check(({ text, rules }) => (text == null) !== (rules == null), 'Expected either a text or rules'),
  ),
  answer: v.object({
    problems: v.array(StudyProblem),
    /** In its canonical form; null, as the rules are, with an error. */
    expression: textOrNull,
    rules: v.nullish(RuleDefinition, null),
  }),
  failure: () => UNABLE_TO_READ_EXPRESSION,
})
