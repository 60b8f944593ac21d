import { useAtomValue } from 'jotai'
import type { ArgumentValue } from '#command-kit/declaration.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { pipesToLines } from '#domain/text/text.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { valueWords } from '#entities/variables/value-words.ts'
import { variableAtom } from '#entities/variables/variables.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import stack from '#ui/stack.module.css'

/** A variable's summary beside the palette's list. */
export function VariablePreview({ value }: { value: ArgumentValue }) {
  const variable = useAtomValue(variableAtom({ name: String(value) }))
  return (
    <Loaded resource={variable}>
      {(found) =>
        found && (
          <div className={stack['section']}>
            <h2>{found.variableName}</h2>
            <div className={stack['row']}>
              <DataTypeTag dataType={found.dataType} />
              <span>{countOf(found.observations, 'observation')}</span>
            </div>
            <p className={stack['question']}>{pipesToLines(found.question)}</p>
            <BarList
              label="Top answers"
              bars={found.topAnswers.slice(0, 5).map(([answer, count], index) => ({
                key: String(index),
                label: answer === null ? '–' : valueWords(found, answer),
                count: count ?? 0,
              }))}
              format={formatCount}
              share={(count) => formatShare(count, found.observations)}
            />
          </div>
        )
      }
    </Loaded>
  )
}
