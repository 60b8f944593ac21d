import { useAtomValue } from 'jotai'
import type { ArgumentValue } from '#command-kit/declaration.ts'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import { formatSize } from '#domain/numbers.ts'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import stack from '#ui/stack.module.css'

/** A cohort's summary beside the palette's list. */
export function CohortPreview({ value }: { value: ArgumentValue }) {
  const cohort = useAtomValue(cohortAtom(Number(value)))
  return (
    <Loaded resource={cohort}>
      {(found) =>
        found && (
          <div className={stack['section']}>
            <h2>{found.name}</h2>
            <p className={stack['big']}>
              {formatSize(found.rowCount)} <span className={stack['unit']}>individuals</span>
            </p>
            <p>{cohortWords(found)}</p>
            <p className={stack['muted']}>{found.collections.join(', ')}</p>
          </div>
        )
      }
    </Loaded>
  )
}
