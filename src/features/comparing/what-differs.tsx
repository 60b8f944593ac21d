import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { cohortOverlap } from '#contract/cohorts.ts'
import { rulesInfo, rulesPreview } from '#contract/rules.ts'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import type { Cohort, Overlap, Split } from '#contract/shapes/entities.ts'
import { groupOf, savedGroup, type CohortRules } from '#contract/shapes/rules-of-definition.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { inlineRule } from '#domain/cohorts/rule-words.ts'
import { ruleList, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { wholeOf } from '#entities/cohorts/counts/split.ts'
import { sizesOfOverlap } from '#entities/cohorts/pictures/set-sizes.ts'
import { CountNotes } from '#entities/counts/count-notes.tsx'
import { RuleDiffTable, ruleLine, type RuleNames } from '#entities/rules/rule-diff-table.tsx'
import { savedRulesAtom, useNames, type RuleLookup } from '#entities/rules/saved-rules.ts'
import { Loaded, QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall, type Resource } from '#entities/server-state/resource.ts'
import { isOfferedAtom, isAsInCohortAtom } from '#entities/session/session.ts'
import {
  withoutOlder,
  isAsSaved,
  reasonsOf,
  reasonsRequest,
  rulesToMatch,
  type Explained,
  type Reason,
} from '#features/comparing/reasons.ts'
import { Notice } from '#ui/notice.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import stack from '#ui/stack.module.css'

type Pair<Item> = readonly [first: Item, second: Item]

/** The definitions of cohorts; of two by rule, with why individuals are in one only. */
export default function WhatDiffers({ cohorts }: { cohorts: readonly Cohort[] }) {
  const isSupported = useAtomValue(isOfferedAtom)(rulesInfo)
  const hasPedigrees = cohorts.some(({ constraintType }) => cohortKind(constraintType) === 'pedigree')
  const [first, second, ...others] = cohorts
  const isPair = first && second && others.length === 0
  return (
    <section className={stack['section']} aria-label="Defined by">
      <h2>Defined by</h2>
      {isPair && isSupported && !hasPedigrees ? (
        <SavedDefinitions cohorts={[first, second]} />
      ) : (
        <>
          {isPair && isSupported && (
            <Notice title="The rules of a pedigree set are about families, so they cannot be compared by rule." />
          )}
          <dl className={stack['facts']}>
            {cohorts.map((cohort) => (
              <Words key={cohort.cohortId} cohort={cohort} />
            ))}
          </dl>
        </>
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
  const everyone = cohorts.find(({ cohortId }) => cohortId === ROOT_COHORT_ID)
  const defined = cohorts.find(({ cohortId }) => cohortId !== ROOT_COHORT_ID)
  const names = useNames(variablesIn(definitions))
  const isSupported = useAtomValue(isOfferedAtom)(cohortOverlap)
  const overlap = useCall({
    endpoint: cohortOverlap,
    request: isSupported ? { cohortIds: [...ids] } : null,
    key: 'overlap',
  })
  return (
    <>
      {ids.includes(ROOT_COHORT_ID) ? (
        <p>
          “{everyone?.name}” has no rules, so all rules of “{defined?.name}” differ: the cohort page lists them.
        </p>
      ) : (
        <RuleDiffTable
          from={definitions[0]}
          to={definitions[1]}
          titles={[first.name, second.name]}
          names={names}
          areIndependent
        />
      )}
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
  const { onlyFirst, onlySecond } = sizesOfOverlap(overlaps, first.cohortId, second.cohortId)
  const leftOut = overlaps.flatMap((overlap) => overlap.leftOut)
  const isAsInCohort = useAtomValue(isAsInCohortAtom)
  const sides = [
    { cohort: first, other: second, definition: definitions[1], only: onlyFirst },
    { cohort: second, other: first, definition: definitions[0], only: onlySecond },
  ]
  return (
    <>
      <CountNotes leftOut={leftOut} />
      {sides.map(({ cohort, other, definition, only }) => (
        <section key={cohort.cohortId} className={stack['section']} aria-label={`Only in ${cohort.name}`}>
          <h3>Only in “{cohort.name}”</h3>
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
                cohort={cohort}
                other={other}
                explained={{ cohortId: cohort.cohortId, parentId: cohort.parentId, other: definition }}
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

interface ReasonsProps {
  cohort: Cohort
  other: Cohort
  explained: Explained
  overlaps: readonly Overlap[]
  names: RuleNames
}

/** The rules of the other cohort that members of a cohort do not match, with the outcomes. */
export function Reasons({ cohort, other, explained, overlaps, names }: ReasonsProps) {
  const rules = useMemo(() => rulesToMatch(explained), [explained])
  const query = useCall({ endpoint: rulesPreview, request: reasonsRequest(explained), key: 'reasons' })
  if (rules.length === 0) return <p className={stack['muted']}>“{other.name}” has no rules.</p>
  return (
    <QueryResult query={withoutOlder(query)}>
      {(preview) => {
        const reasons = reasonsOf(rules, preview)
        const isReadableOnly = preview.split === null
        if (isReadableOnly && reasons.every(({ split }) => wholeOf(split) === 0)) {
          return <p className={stack['muted']}>You may read none of their records, so the rules are not counted.</p>
        }
        return (
          <>
            {isAsSaved(preview, overlaps, [cohort.cohortId, other.cohortId]) === false && (
              <Notice
                tone="warning"
                title={`“${other.name}” was counted on other data: its rules have other members today.`}
              >
                The numbers below are those of the rules on the present data.
              </Notice>
            )}
            <p className={stack['muted']}>
              {isReadableOnly
                ? `The rules of “${other.name}” that they do not match, counted of individuals whose records you may read:`
                : `The rules of “${other.name}” that they do not match:`}
            </p>
            <DataTable
              label={`Individuals of ${cohort.name} by rule of ${other.name}`}
              columns={columnsOf(reasons, names)}
              rows={reasons}
              rowKey={(reason) => String(reasons.indexOf(reason))}
            />
            <p className={stack['muted']}>
              An individual who does not match several rules is in several rows
              {reasons.some(({ first }) => first !== null) && '; in the last column only in the first of them'}.
            </p>
          </>
        )
      }}
    </QueryResult>
  )
}

function columnsOf(reasons: readonly Reason[], names: RuleNames): readonly Column<Reason>[] {
  const count = (key: string, header: string, numberOf: (split: Split) => number): Column<Reason> => ({
    key,
    header,
    align: 'end',
    cell: ({ split }) => formatCount(numberOf(split)),
  })
  const hasUncounted = reasons.some(({ split }) => (split.notCounted ?? 0) > 0)
  const hasFirst = reasons.some(({ first }) => first !== null)
  return [
    { key: 'rule', header: 'Rule', cell: ({ rule }) => lineOf(rule, names) },
    count('no-match', 'No match', ({ noMatch }) => noMatch),
    count('unknown', 'Unknown', ({ unknown }) => unknown),
    count('no-record', 'No record', ({ noRecord }) => noRecord),
    ...(hasUncounted ? [count('not-counted', 'Not counted', ({ notCounted }) => notCounted ?? 0)] : []),
    ...(hasFirst
      ? [
          {
            key: 'first',
            header: 'First not matched',
            align: 'end',
            cell: ({ first }: Reason) => (first === null ? '' : formatCount(first)),
          } as const,
        ]
      : []),
  ]
}

/** A rule in one line, a group with the rules below it. */
function lineOf(rule: Rule<string>, names: RuleNames): string {
  if (rule.kind !== 'group') return ruleLine(rule, names)
  return inlineRule<Exclude<Rule<string>, RuleGroup<string>>>(rule, (leaf) => ruleLine(leaf, names))
}
