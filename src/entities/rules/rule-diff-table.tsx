import type { Variable } from '#contract/shapes/entities.ts'
import { type CohortRules, memberOf } from '#contract/shapes/rules-of-definition.ts'
import { diffGroups, diffRows, isSameGroup, type DiffRow } from '#domain/cohorts/rule-diff.ts'
import { headingWords, ruleNotes, stratumSentence } from '#domain/cohorts/rule-words.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { conditionSentence } from '#entities/conditions/condition-sentence.ts'
import { DataTable } from '#ui/tables/data-table.tsx'
import styles from '#entities/rules/rule-diff.module.css'
import stack from '#ui/stack.module.css'

interface RuleDiffTableProps {
  from: CohortRules
  to: CohortRules
  /** Headings of the definitions. */
  titles: readonly [from: string, to: string]
  names: RuleNames
  /** Whether neither definition is a version of the other: a rule of one is only in that one. */
  areIndependent?: boolean
}

const KINDS: Readonly<Record<DiffRow<string>['kind'], string>> = {
  same: 'Same',
  changed: 'Changed',
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved',
}

/** Two definitions side by side, a row for each rule. */
export function RuleDiffTable({ from, to, titles, names, areIndependent = false }: RuleDiffTableProps) {
  const kinds = areIndependent
    ? { ...KINDS, changed: 'Different', removed: `Only in ${titles[0]}`, added: `Only in ${titles[1]}` }
    : KINDS
  const diff = diffGroups(from.top, to.top)
  const rows = [...parentRows(from, to), ...diffRows(diff)]
  const isSame = isSameGroup(diff) && from.parentId === to.parentId
  const side = (rule: DiffRow<string>['from'], { level, kind }: DiffRow<string>, isTo: boolean) => {
    if (rule === null) return null
    const words = ruleLine(rule, names)
    const isChange = !areIndependent && (kind === 'changed' || kind === (isTo ? 'added' : 'removed'))
    const Mark = isChange ? (isTo ? 'ins' : 'del') : 'span'
    return (
      <span className={styles['rule']} style={{ ['--level' as string]: level }}>
        <Mark>{words}</Mark>
      </span>
    )
  }
  return (
    <>
      {isSame && <p className={stack['muted']}>Both definitions have the same rules.</p>}
      <DataTable
        label="Definitions by rule"
        columns={[
          {
            key: 'kind',
            header: 'Difference',
            isMinor: true,
            cell: ({ kind }) => <Kind kind={kind} words={kinds[kind]} />,
          },
          { key: 'from', header: titles[0], cell: (row) => side(row.from, row, false) },
          { key: 'to', header: titles[1], cell: (row) => side(row.to, row, true) },
        ]}
        rows={rows}
        rowKey={(row) => String(rows.indexOf(row))}
      />
    </>
  )
}

function Kind({ kind, words }: Pick<DiffRow<string>, 'kind'> & { words: string }) {
  return (
    <span className={styles['kind']} data-kind={kind}>
      {words}
    </span>
  )
}

/** The parent cohorts, as memberships. */
function parentRows(from: CohortRules, to: CohortRules): DiffRow<string>[] {
  const [one, other] = [from.parentId, to.parentId].map((id) => (id === ROOT_COHORT_ID ? null : memberOf(id)))
  if (!one && !other) return []
  const kind = from.parentId === to.parentId ? 'same' : !one ? 'added' : !other ? 'removed' : 'changed'
  return [{ kind, level: 0, from: leafOf(one), to: leafOf(other) }]
}

function leafOf(rule: ReturnType<typeof memberOf> | null | undefined): DiffRow<string>['from'] {
  return rule && rule.kind !== 'group' ? rule : null
}

/** The names that rules refer to; undefined for an unknown one. */
export interface RuleNames {
  readonly variable: (name: string) => Pick<Variable, 'valueMapping' | 'dataType'> | undefined
  readonly cohort: (cohortId: number) => string | undefined
}

type ShownRule = NonNullable<DiffRow<string>['from']>

/** A rule with its options in one line; of a group its heading. */
export function ruleLine(rule: ShownRule, names: RuleNames): string {
  return [ruleWords(rule, names), ruleNotes(rule)].filter(Boolean).join(' · ')
}

function ruleWords(rule: ShownRule, names: RuleNames): string {
  switch (rule.kind) {
    case 'group':
      return headingWords({ ...rule, rules: rule.rules ?? [] })
    case 'cohort':
      return `in ${names.cohort(rule.cohortId) ?? `cohort ${rule.cohortId}`}`
    case 'stratum':
      return stratumSentence(rule)
    case 'condition':
      return conditionSentence(rule.variable, rule.condition, names.variable(rule.variable))
  }
}
