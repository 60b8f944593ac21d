import { useMemo } from 'react'
import { rulesPreview } from '#contract/rules.ts'
import type { Cohort, Overlap, Split } from '#contract/shapes/entities.ts'
import { inlineRule } from '#domain/cohorts/rule-words.ts'
import type { Rule, RuleGroup } from '#domain/cohorts/rules.ts'
import { formatCount } from '#domain/numbers.ts'
import { wholeOf } from '#entities/cohorts/counts/split.ts'
import { ruleLine, type RuleNames } from '#entities/rules/rule-diff-table.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import {
  isAsSaved,
  reasonsOf,
  reasonsRequest,
  rulesToMatch,
  type Explained,
  type Reason,
} from '#features/comparing/reasons.ts'
import { withoutOlder } from '#features/comparing/without-older.ts'
import { Notice } from '#ui/notice.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import stack from '#ui/stack.module.css'

interface ReasonsProps {
  own: Cohort
  other: Cohort
  explained: Explained
  overlaps: readonly Overlap[]
  names: RuleNames
}

/** The rules of the other cohort that members of a cohort do not match, with the outcomes. */
export function Reasons({ own, other, explained, overlaps, names }: ReasonsProps) {
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
            {isAsSaved(preview, overlaps, [own.cohortId, other.cohortId]) === false && (
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
              label={`Individuals of ${own.name} by rule of ${other.name}`}
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
  const count = (key: string, header: string, of: (split: Split) => number): Column<Reason> => ({
    key,
    header,
    align: 'end',
    cell: ({ split }) => formatCount(of(split)),
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
