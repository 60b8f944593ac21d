import { isActive, type Rule, type RuleGroup, type UnknownChoice } from '#domain/rules.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import type { Answers } from '#server/engine/sources/answers.ts'
import { join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** Names of the columns of one rule. */
export interface RuleColumn {
  /** The indexes from the top rule to it. */
  readonly path: readonly number[]
  /** TRUE, FALSE, or NULL for unknown. */
  readonly outcome: Sql
  /** The outcome with unknown outcomes left unknown everywhere: whether a match is certain; never NULL. */
  readonly certain: Sql
  /** Whether a record of any form that it reads exists; never NULL. */
  readonly hasRecord: Sql
}

/** Columns and the lowest layer that may use them. */
interface Built extends RuleColumn {
  /** The outcome with unknown outcomes left unknown; equal to `outcome` if no rule below says otherwise. */
  readonly pure: Sql
  readonly layer: number
}

/**
 * The outcomes of rules as columns over a table of individuals, in layers: each column is evaluated once, and uses
 * those of the layers below. Off rules have none.
 */
export class RuleColumns {
  readonly all: RuleColumn[] = []
  readonly #answers: Answers
  readonly #isRelativeSeen: Sql | null
  readonly #layers: Sql[][] = []
  #count = 0

  /** Relatives without `isRelativeSeen` have unknown outcomes; null: all are seen. */
  constructor(answers: Answers, isRelativeSeen: Sql | null) {
    this.#answers = answers
    this.#isRelativeSeen = isRelativeSeen
  }

  /** Adds the columns of a rule and of all rules below it. */
  add(rule: Rule<AnyVariable>): RuleColumn {
    return this.#build(rule, [])
  }

  /** The table with all columns that were added. */
  from(table: Sql): Sql {
    const fence = raw(this.#answers.dialect.fence)
    return this.#layers.reduce(
      (below, columns, nth) => sql`(SELECT *, ${join(columns)} FROM ${below}${fence}) ruled${raw(String(nth))}`,
      table,
    )
  }

  #build(rule: Rule<AnyVariable>, path: readonly number[]): Built {
    const place = this.all.length
    // Reserves the place: a rule stands before those below it.
    this.all.push({ path, outcome: raw('NULL'), certain: raw('NULL'), hasRecord: raw('NULL') })
    const built = rule.kind === 'group' ? this.#group(rule, path) : this.#leaf(rule, path)
    this.all[place] = built
    return built
  }

  #leaf(rule: Exclude<Rule<AnyVariable>, RuleGroup<AnyVariable>>, path: readonly number[]): Built {
    if (rule.kind === 'cohort') {
      return this.#decided(path, 0, this.#answers.isMember(rule.cohortId), sql`TRUE`, null, rule.unknownAs)
    }
    const answer = this.#answers.answerTo(rule.variable)
    const outcome = conditionSql(answer, rule.condition, this.#answers.dialect)
    return this.#decided(path, 0, outcome, answer.hasRecord, null, rule.unknownAs)
  }

  #group(group: RuleGroup<AnyVariable>, path: readonly number[]): Built {
    const parts = group.rules.flatMap((rule, nth) => (isActive(rule) ? [this.#build(rule, [...path, nth])] : []))
    const layer = 1 + Math.max(...parts.map((part) => part.layer))
    const own = combined(
      group,
      parts.map(({ outcome }) => outcome),
    )
    const isChanged = parts.some(({ pure, outcome }) => pure !== outcome)
    const pure = isChanged
      ? combined(
          group,
          parts.map((part) => part.pure),
        )
      : null
    const hasRecord = sql`(${join(
      parts.map((part) => part.hasRecord),
      ' OR ',
    )})`
    if (group.relatives === null) return this.#decided(path, layer, own, hasRecord, pure, group.unknownAs)
    const counted = this.#relatives(group.relatives, own, layer)
    const countedPure = pure && this.#relatives(group.relatives, pure, layer)
    return this.#decided(path, layer + 2, counted, sql`TRUE`, countedPure, group.unknownAs)
  }

  /** A comparison of the number of matching members of the family. */
  #relatives(
    { scope, comparison, count }: NonNullable<RuleGroup<unknown>['relatives']>,
    outcome: Sql,
    layer: number,
  ): Sql {
    const seen = this.#isRelativeSeen ? sql`CASE WHEN ${this.#isRelativeSeen} THEN ${outcome} END` : outcome
    const each = this.#column(layer, seen)
    const inFamily = (condition: Sql) => {
      const own = scope === 'relatives' ? sql` - CASE WHEN ${condition} THEN 1 ELSE 0 END` : sql``
      return this.#column(layer + 1, sql`count(*) FILTER (WHERE ${condition}) OVER (PARTITION BY family)${own}`)
    }
    const matches = inFamily(each)
    const possible = sql`(${matches} + ${inFamily(sql`${each} IS NULL`)})`
    const wanted = literal(count)
    switch (comparison) {
      case 'min':
        return sql`(CASE WHEN ${matches} >= ${wanted} THEN TRUE WHEN ${possible} < ${wanted} THEN FALSE END)`
      case 'max':
        return sql`(CASE WHEN ${matches} > ${wanted} THEN FALSE WHEN ${possible} <= ${wanted} THEN TRUE END)`
      case 'equal':
        return sql`(CASE WHEN ${matches} > ${wanted} OR ${possible} < ${wanted} THEN FALSE WHEN ${possible} = ${matches} THEN TRUE END)`
    }
  }

  /** Columns of a rule, after the choice of what an unknown outcome counts as. */
  #decided(
    path: readonly number[],
    layer: number,
    outcome: Sql,
    hasRecord: Sql,
    pure: Sql | null,
    unknownAs: UnknownChoice,
  ): Built {
    const isDecided = unknownAs !== 'unknown'
    const column = this.#column(
      layer,
      isDecided ? sql`coalesce(${outcome}, ${literalOf(unknownAs === 'match')})` : outcome,
    )
    const pureColumn = pure !== null || isDecided ? this.#column(layer, pure ?? outcome) : column
    return {
      path,
      outcome: column,
      pure: pureColumn,
      certain: sql`coalesce(${pureColumn}, FALSE)`,
      hasRecord: this.#column(layer, hasRecord),
      layer,
    }
  }

  #column(layer: number, expression: Sql): Sql {
    const name = raw(`r${this.#count++}`)
    const columns = (this.#layers[layer] ??= [])
    columns.push(sql`${expression} AS ${name}`)
    return name
  }
}

function literalOf(value: boolean): Sql {
  return raw(value ? 'TRUE' : 'FALSE')
}

/** Kleene's logic of SQL; at least n: TRUE if n are true, FALSE if fewer than n could still be true. */
function combined({ match, count }: RuleGroup<unknown>, outcomes: readonly Sql[]): Sql {
  switch (match) {
    case 'all':
      return sql`(${join(outcomes, ' AND ')})`
    case 'any':
      return sql`(${join(outcomes, ' OR ')})`
    case 'none':
      return sql`(NOT (${join(outcomes, ' OR ')}))`
    case 'atLeast': {
      const sumOf = (test: (outcome: Sql) => Sql) =>
        join(
          outcomes.map((outcome) => sql`CASE WHEN ${test(outcome)} THEN 1 ELSE 0 END`),
          ' + ',
        )
      const wanted = literal(count)
      return sql`(CASE WHEN ${sumOf((outcome) => outcome)} >= ${wanted} THEN TRUE
        WHEN ${sumOf((outcome) => sql`coalesce(${outcome}, TRUE)`)} < ${wanted} THEN FALSE END)`
    }
  }
}
