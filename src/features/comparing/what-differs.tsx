import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { cohortOverlap } from '#contract/cohorts.ts'
import { rulesInfo } from '#contract/rules.ts'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import type { Cohort, Overlap } from '#contract/shapes/entities.ts'
import { groupOf, savedGroup, type CohortRules } from '#contract/shapes/rules-of-definition.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { ruleList } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { countOf, formatSize } from '#domain/numbers.ts'
import { sizesOfOverlap } from '#entities/cohorts/pictures/set-sizes.ts'
import { CountNotes } from '#entities/counts/count-notes.tsx'
import { RuleDiffTable } from '#entities/rules/rule-diff-table.tsx'
import { savedRulesAtom, useNames, type RuleLookup } from '#entities/rules/saved-rules.ts'
import { Loaded, QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall, type Resource } from '#entities/server-state/resource.ts'
import { isOfferedAtom, isAsInCohortAtom } from '#entities/session/session.ts'
import { Reasons } from '#features/comparing/reasons-table.tsx'
import { withoutOlder } from '#features/comparing/without-older.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

type Pair<Item> = readonly [first: Item, second: Item]

/** Two cohorts: their definitions by rule, and why individuals are in one only. */
export default function WhatDiffers({ cohorts }: { cohorts: Pair<Cohort> }) {
  const isSupported = useAtomValue(isOfferedAtom)(rulesInfo)
  const pedigrees = cohorts.filter(({ constraintType }) => cohortKind(constraintType) === 'pedigree')
  if (!isSupported) return null
  return (
    <section className={stack['section']} aria-label="What differs">
      <h2>What differs</h2>
      {pedigrees.length > 0 ? (
        <>
          <Notice title="The rules of a pedigree set are about families, so they cannot be compared by rule." />
          <dl className={stack['facts']}>
            {cohorts.map((cohort) => (
              <Words key={cohort.cohortId} cohort={cohort} />
            ))}
          </dl>
        </>
      ) : (
        <SavedDefinitions cohorts={cohorts} />
      )}
    </section>
  )
}

function Words({ cohort }: { cohort: Cohort }) {
  return (
    <>
      <dt>{cohort.name}</dt>
      <dd>{cohortWords(cohort)}</dd>
    </>
  )
}

function SavedDefinitions({ cohorts }: { cohorts: Pair<Cohort> }) {
  const [first, second] = cohorts
  const one = useDefinition(first.cohortId)
  const other = useDefinition(second.cohortId)
  return (
    <Loaded resource={one}>
      {(from) => (
        <Loaded resource={other}>
          {(to) =>
            from && to ? (
              <Compared cohorts={cohorts} definitions={[from, to]} />
            ) : (
              <Notice title="A definition has a condition that this version does not know." />
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

const EVERYONE: CohortRules = { parentId: ROOT_COHORT_ID, top: groupOf('all', []) }

/** The rules of a cohort; null if they are unknown. All Individuals has none. */
function useDefinition(cohortId: number): Resource<CohortRules | null> {
  const { data, ...state } = useAtomValue(savedRulesAtom(cohortId === ROOT_COHORT_ID ? 0 : cohortId))
  const definition = useMemo(() => {
    const top = data && savedGroup(data.rules)
    return data && (top ? { parentId: data.parentId, top } : null)
  }, [data])
  return { ...state, data: cohortId === ROOT_COHORT_ID ? EVERYONE : definition }
}

interface ComparedProps {
  cohorts: Pair<Cohort>
  definitions: Pair<CohortRules>
}

function Compared({ cohorts, definitions }: ComparedProps) {
  const [first, second] = cohorts
  const ids = [first.cohortId, second.cohortId] as const
  const names = useNames(variablesIn(definitions))
  const isSupported = useAtomValue(isOfferedAtom)(cohortOverlap)
  const overlap = useCall({
    endpoint: cohortOverlap,
    request: isSupported ? { cohortIds: [...ids] } : null,
    key: 'overlap',
  })
  return (
    <>
      <RuleDiffTable from={definitions[0]} to={definitions[1]} titles={[first.name, second.name]} names={names} />
      {isSupported && (
        <QueryResult query={withoutOlder(overlap)}>
          {({ data }) => <Sides cohorts={cohorts} definitions={definitions} overlaps={data} names={names} />}
        </QueryResult>
      )}
    </>
  )
}

function variablesIn(definitions: Pair<CohortRules>): string[] {
  const all = definitions.flatMap(({ top }) => ruleList<string>(top))
  return [...new Set(all.flatMap(({ rule }) => (rule.kind === 'condition' ? [rule.variable] : [])))].toSorted()
}

/** Both directions: in the first only, and in the second only. */
function Sides({
  cohorts,
  definitions,
  overlaps,
  names,
}: ComparedProps & { overlaps: readonly Overlap[]; names: RuleLookup }) {
  const [first, second] = cohorts
  const { onlyFirst, both, onlySecond } = sizesOfOverlap(overlaps, first.cohortId, second.cohortId)
  const leftOut = overlaps.flatMap((overlap) => overlap.leftOut)
  const isAsInCohort = useAtomValue(isAsInCohortAtom)
  const sides = [
    { own: first, other: second, definition: definitions[1], only: onlyFirst },
    { own: second, other: first, definition: definitions[0], only: onlySecond },
  ]
  return (
    <>
      <p>
        {formatSize(both)} in both, {formatSize(onlyFirst)} in “{first.name}” only, {formatSize(onlySecond)} in “
        {second.name}” only.
      </p>
      <CountNotes leftOut={leftOut} />
      {sides.map(({ own, other, definition, only }) => (
        <section key={own.cohortId} className={stack['section']} aria-label={`Only in ${own.name}`}>
          <h3>Only in “{own.name}”</h3>
          {only === 0 && isAsInCohort(leftOut) ? (
            <p className={stack['muted']}>No individual.</p>
          ) : (
            <>
              <p>
                {only === null
                  ? `Individuals who are not in “${other.name}”`
                  : `${countOf(only, 'individual')} not in “${other.name}”`}
                .
              </p>
              <Reasons
                own={own}
                other={other}
                explained={{ cohortId: own.cohortId, parentId: own.parentId, other: definition }}
                overlaps={overlaps}
                names={names}
              />
            </>
          )}
        </section>
      ))}
    </>
  )
}
