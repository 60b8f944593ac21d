import type { Variable } from '#contract/shapes.ts'
import { pipesToLines } from '#domain/text.ts'
import stack from '#ui/stack.module.css'

/** What else the catalog says of a variable. */
export function AboutVariable({ variable }: { variable: Variable }) {
  const validation = [variable.answer_validation, variable.answer_validation_desc].filter(Boolean).join(': ')
  const facts = [
    ['Context', variable.explicit],
    ['Implied', variable.implicit],
    ['Validation', validation],
    ['Literal values', variable.literal_values.join(', ')],
  ].filter(([, text]) => text !== '')
  if (facts.length === 0) return null
  return (
    <>
      <h2>About</h2>
      <dl className={stack['facts']}>
        {facts.map(([term, text]) => (
          <Fact key={term} term={term ?? ''} text={text ?? ''} />
        ))}
      </dl>
    </>
  )
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{pipesToLines(text)}</dd>
    </>
  )
}
