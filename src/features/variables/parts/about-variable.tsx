import type { Variable } from '#contract/shapes.ts'
import type { TermId } from '#domain/glossary.ts'
import { pipesToLines } from '#domain/text.ts'
import { Term } from '#entities/term.tsx'
import stack from '#ui/stack.module.css'

/** What else the catalog says of a variable. */
export function AboutVariable({ variable }: { variable: Variable }) {
  const validation = [variable.answer_validation, variable.answer_validation_desc].filter(Boolean).join(': ')
  const facts: readonly FactProps[] = [
    { term: 'Context', id: 'context' as const, text: variable.explicit },
    { term: 'Implied', id: 'implied' as const, text: variable.implicit },
    { term: 'Validation', text: validation },
    { term: 'Literal values', text: variable.literal_values.join(', ') },
  ].filter(({ text }) => text !== '')
  if (facts.length === 0) return null
  return (
    <>
      <h2>About</h2>
      <dl className={stack['facts']}>
        {facts.map((fact) => (
          <Fact key={fact.term} {...fact} />
        ))}
      </dl>
    </>
  )
}

interface FactProps {
  readonly term: string
  readonly text: string
  /** Where the glossary explains it. */
  readonly id?: TermId
}

function Fact({ term, text, id }: FactProps) {
  return (
    <>
      <dt>{id === undefined ? term : <Term id={id} />}</dt>
      <dd>{pipesToLines(text)}</dd>
    </>
  )
}
