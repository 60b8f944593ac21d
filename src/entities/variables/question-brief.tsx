import type { Variable } from '#contract/shapes/entities.ts'
import { isFlag } from '#domain/data-types.ts'
import { pipesToLines } from '#domain/text/text.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import stack from '#ui/stack.module.css'

/** The question of the chosen variable, below the field. */
export function QuestionBrief({ variable }: { variable: Variable }) {
  return (
    <div className={stack['section']}>
      <DataTypeTag dataType={variable.dataType} />
      <p className={stack['question']}>{pipesToLines(variable.question)}</p>
      {isFlag(variable.dataType) && (
        <p className={stack['muted']}>A flag: it matches individuals for whom it is set.</p>
      )}
    </div>
  )
}
