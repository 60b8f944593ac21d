import type { Variable } from '#contract/entities.ts'
import { isFlag } from '#domain/data-types.ts'
import { pipesToLines } from '#domain/text.ts'
import { DataTypeTag } from '#entities/data-type-tag.tsx'
import stack from '#ui/stack.module.css'

/** What a chosen variable asks, as a builder shows it below the choice. */
export function QuestionBrief({ variable }: { variable: Variable }) {
  return (
    <div className={stack['section']}>
      <DataTypeTag dataType={variable.dataType} />
      <p className={stack['question']}>{pipesToLines(variable.question)}</p>
      {isFlag(variable.dataType) && <p className={stack['muted']}>A flag: it matches those for whom it is set.</p>}
    </div>
  )
}
