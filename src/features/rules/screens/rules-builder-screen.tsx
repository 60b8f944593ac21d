import { atom, useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { ArgumentsOf } from '#commands/signatures.ts'
import { rulesNew } from '#contract/rules.ts'
import { isFamilySize, type RuleGroup } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { OfParent } from '#entities/cohorts/of-parent.tsx'
import { expressionAtomOf } from '#entities/expressions/expression-state.ts'
import {
  emptyRulesDraft,
  newGroup,
  type DraftGroup,
  type RulesDraft,
  type RulesStart,
} from '#entities/rules/rule-draft.ts'
import { draftOfGroup, draftOfRules } from '#entities/rules/rules-of-draft.ts'
import { savedRulesAtom } from '#entities/rules/saved-rules.ts'
import { Loaded, QueryResult } from '#entities/server-state/loaded.tsx'
import { isOfferedAtom } from '#entities/session/session.ts'
import { RulesFrame } from '#features/rules/rules-frame.tsx'
import { useRulesBuilder, type RulesBuilder } from '#features/rules/use-rules-builder.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import builderStyles from '#entities/cohorts/building/builder.module.css'

const ReplaceRules = lazy(async () => ({
  default: (await import('#features/rules/replace-rules.tsx')).ReplaceRules,
}))

const PlainRulesBuilder = lazy(async () => ({
  default: (await import('#features/rules/plain/plain-rules-builder.tsx')).PlainRulesBuilder,
}))

/** Builds a cohort by a tree of rules: rules at the left, result at the right. */
export default function RulesBuilderScreen({ args }: ScreenProps<ArgumentsOf<'cohort.build'>>) {
  const { cohortId, parentId = ROOT_COHORT_ID, ...start } = args
  const key = JSON.stringify([cohortId, parentId, start])
  const keepsRules = useAtomValue(isOfferedAtom)(rulesNew)
  if (cohortId !== undefined && !keepsRules) return <Notice title="This server keeps no rules of cohorts." />
  return cohortId === undefined ? (
    <OfParent parentId={parentId}>
      <NewRules key={key} parentId={parentId} start={start} />
    </OfParent>
  ) : (
    <OfParent parentId={cohortId}>
      <EditedRules key={key} cohortId={cohortId} />
    </OfParent>
  )
}

interface NewRulesProps {
  parentId: number
  start: RulesStart
}

function NewRules({ parentId, start }: NewRulesProps) {
  return start.expression === undefined ? (
    <NewRulesOf makeDraft={() => emptyRulesDraft(parentId, start)} />
  ) : (
    <RulesOfExpression parentId={parentId} expression={start.expression} />
  )
}

/** Waits for the names of an expression. Of one that cannot be read the text is left to mend. */
function RulesOfExpression({ parentId, expression }: { parentId: number; expression: string }) {
  const [expressionAtom] = useState(() => expressionAtomOf(atom(expression)))
  const { isLoading, top } = useAtomValue(expressionAtom)
  if (isLoading) return <Skeleton shape="rows" />
  const empty = emptyRulesDraft(parentId, {})
  return (
    <NewRulesOf makeDraft={() => (top === null ? { ...empty, text: expression } : { ...empty, top: topOf(top) })} />
  )
}

/** The size of a family is a rule in a group, to which others can be added. */
function topOf(top: RuleGroup<string>): DraftGroup {
  const draft = draftOfGroup(top)
  return isFamilySize(draft) ? newGroup('all', [draft]) : draft
}

function NewRulesOf({ makeDraft }: { makeDraft: () => RulesDraft }) {
  const [initial] = useState(makeDraft)
  return useAtomValue(isOfferedAtom)(rulesNew) ? (
    <RulesBuilderOf initial={initial} editedId={null} />
  ) : (
    <Suspense fallback={<Skeleton shape="rows" />}>
      <PlainRulesBuilder initial={initial} />
    </Suspense>
  )
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
  const isEdit = editedId !== null
  return (
    <RulesFrame
      builder={builder}
      todo={builder.missing}
      nameLabel={isEdit ? 'Name of the copy' : undefined}
      saveLabel={isEdit ? 'Replace…' : undefined}
      actions={
        isEdit ? (
          <Suspense>
            <ReplaceRules builder={builder} cohortId={editedId} />
          </Suspense>
        ) : undefined
      }
      result={<RulesResult builder={builder} />}
    />
  )
}

const loadNumbers = () => import('#features/rules/live-numbers.tsx')
const LiveNumbers = lazy(loadNumbers)

/** The live counts of the rules: size, outcomes, changes of an edited cohort, and the table by stratum. */
function RulesResult({ builder }: { builder: RulesBuilder }) {
  useEffect(() => {
    loadNumbers().catch(() => undefined)
  }, [])
  const numbers = (
    <Suspense fallback={<Skeleton />}>
      <LiveNumbers builder={builder} />
    </Suspense>
  )
  return (
    <section className={builderStyles['result']} aria-label="Live result">
      {builder.isComplete && builder.live.query.isError ? (
        <QueryResult query={builder.live.query}>{() => numbers}</QueryResult>
      ) : (
        numbers
      )}
    </section>
  )
}
