import { useAtomValue } from 'jotai'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortAtom } from '#entities/cohorts.ts'
import { Loaded } from '#entities/loaded.tsx'
import { CohortPicker } from '#entities/pickers/cohort-picker.tsx'
import { CohortBuilderFrame } from '#features/cohorts/parts/cohort-builder-frame.tsx'
import { OfParent } from '#features/cohorts/parts/parent-split.tsx'
import { emptyRulesDraft, type RulesDraft } from '#features/cohorts/rules/rule-draft.ts'
import { draftOfRules } from '#features/cohorts/rules/rule-requests.ts'
import { RulesResult } from '#features/cohorts/rules/rules-result.tsx'
import { savedRulesAtom } from '#features/cohorts/rules/rules-state.ts'
import { useRulesBuilder } from '#features/cohorts/rules/use-rules-builder.ts'
import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

// Requested at once; the frame and the number of a restored draft are shown meanwhile.
const tree = import('#features/cohorts/rules/rule-tree.tsx')
const RuleTree = lazy(async () => ({ default: (await tree).RuleTree }))
const ReplaceButton = lazy(async () => ({
  default: (await import('#features/cohorts/rules/replace-button.tsx')).ReplaceButton,
}))

interface Begun {
  /** The cohort whose definition is edited. */
  readonly cohortId?: number
  readonly parentId?: number
  readonly variableNames?: readonly string[]
}

/** Builds a cohort by a tree of rules: rules at the left, result at the right. */
export default function RulesBuilderScreen({ args }: ScreenProps<Begun>) {
  const { cohortId, parentId = ROOT_COHORT_ID, variableNames = [] } = args
  const key = [cohortId, parentId, ...variableNames].join(' ')
  return cohortId === undefined ? (
    <OfParent parentId={parentId}>
      <NewRules key={key} parentId={parentId} variableNames={variableNames} />
    </OfParent>
  ) : (
    <OfParent parentId={cohortId}>
      <EditedRules key={key} cohortId={cohortId} />
    </OfParent>
  )
}

function NewRules({ parentId, variableNames }: { parentId: number; variableNames: readonly string[] }) {
  const [initial] = useState(() => emptyRulesDraft(parentId, variableNames))
  return <RulesBuilderOf initial={initial} editedId={null} />
}

function EditedRules({ cohortId }: { cohortId: number }) {
  const saved = useAtomValue(savedRulesAtom(cohortId))
  const cohort = useAtomValue(cohortAtom(cohortId)).data
  return (
    <Loaded resource={cohort === undefined ? { ...saved, data: undefined } : saved}>
      {({ parentId, rules }) => (
        <InitialRules
          makeDraft={() => ({ name: null, description: cohort?.description ?? '', parentId, top: draftOfRules(rules) })}
          cohortId={cohortId}
        />
      )}
    </Loaded>
  )
}

/** Keys of rules are made once. */
function InitialRules({ makeDraft, cohortId }: { makeDraft: () => RulesDraft; cohortId: number }) {
  const [initial] = useState(makeDraft)
  return <RulesBuilderOf initial={initial} editedId={cohortId} />
}

function RulesBuilderOf({ initial, editedId }: { initial: RulesDraft; editedId: number | null }) {
  const builder = useRulesBuilder(initial, editedId)
  const { draft, change, missing } = builder
  const isEdit = editedId !== null
  return (
    <CohortBuilderFrame
      builder={builder}
      isWide
      todo={missing}
      saveLabel={isEdit ? 'Save as new' : undefined}
      actions={
        isEdit ? (
          <Suspense>
            <ReplaceButton builder={builder} cohortId={editedId} />
          </Suspense>
        ) : undefined
      }
      definition={
        <>
          <CohortPicker label="Parent cohort" cohortId={draft.parentId} onChoose={(parentId) => change({ parentId })} />
          <Suspense fallback={<Skeleton shape="rows" />}>
            <RuleTree builder={builder} />
          </Suspense>
        </>
      }
      result={<RulesResult builder={builder} />}
    />
  )
}
