import { Suspense, lazy, type ReactNode } from 'react'
import { CohortBuilderFrame } from '#entities/cohorts/building/cohort-builder-frame.tsx'
import { CohortPicker } from '#entities/cohorts/cohort-picker.tsx'
import type { RulesBuilder } from '#features/rules/use-rules-builder.ts'
import { Skeleton } from '#ui/skeleton.tsx'

// The frame is shown while this loads.
const tree = import('#features/rules/rule-tree.tsx')
const RuleTree = lazy(async () => ({ default: (await tree).RuleTree }))

interface RulesFrameProps {
  builder: RulesBuilder
  result: ReactNode
  /** The next step, shown beside the live number or instead of it. */
  todo: string | null
  hasNumber?: boolean
  saveLabel?: string | undefined
  nameLabel?: string | undefined
  actions?: ReactNode
}

/** The frame of the rules builder: parent and rules at the left. */
export function RulesFrame({
  builder,
  result,
  todo,
  hasNumber = true,
  saveLabel,
  nameLabel,
  actions,
}: RulesFrameProps) {
  const { draft, change } = builder
  return (
    <CohortBuilderFrame
      builder={hasNumber ? builder : { ...builder, isComplete: false, incomplete: todo ?? '' }}
      isWide
      hasOwnStart
      todo={todo}
      saveLabel={saveLabel}
      nameLabel={nameLabel}
      actions={actions}
      definition={
        <>
          <CohortPicker label="Parent cohort" cohortId={draft.parentId} onChoose={(parentId) => change({ parentId })} />
          <Suspense fallback={<Skeleton shape="rows" />}>
            <RuleTree builder={builder} />
          </Suspense>
        </>
      }
      result={result}
    />
  )
}
