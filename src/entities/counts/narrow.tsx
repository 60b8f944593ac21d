import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Variable } from '#contract/shapes/entities.ts'
import { conditionText, stratumText, type VariableCondition } from '#domain/cohorts/rules.ts'
import { isCategory, isDateType, isNumber } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { type Counted, RULES, usePointAt } from '#entities/counts/linked-cursor.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#entities/counts/narrow.module.css'

interface NarrowProps extends Counted {
  /** Names the individuals: "SEX is male". */
  words: string
  /**
   * A label, by default; a number, named by the words; a text that names the link already; or the column of a bar, which
   * the link covers.
   */
  look?: 'number' | 'sentence' | 'column'
  /** The cohort whose members they are: the link opens its page. */
  shows?: number | undefined
  /** For a link without visible text. */
  tooltip?: string
  /** Outside of the tab order (roving tabindex). */
  isInGrid?: boolean
  children: ReactNode
}

/** A number with a link to a new cohort of its individuals, and a button that adds their rules to an open builder. */
export function Narrow({ words, look, shows, tooltip, isInGrid = false, children, ...counted }: NarrowProps) {
  const canBuild = useAtomValue(isOfferedAtom)(RULES)
  const { parentId = ROOT_COHORT_ID, where = [], memberOf = [], notMemberOf = [], stratum } = counted
  const pointAt = usePointAt()
  const [only] = where.length === 1 ? where : []
  const isAnswer = only?.operator === 'EQ' && memberOf.length + notMemberOf.length === 0 && stratum === undefined
  if (!canBuild && !isAnswer && shows === undefined) return children
  const members = memberOf.filter((id) => id !== ROOT_COHORT_ID)
  const parent = parentId === ROOT_COHORT_ID ? {} : { parentId }
  const rules = {
    ...parent,
    ...(where.length > 0 && { where: where.map(conditionText) }),
    ...(members.length > 0 && { memberOf: members }),
    ...(notMemberOf.length > 0 && { notMemberOf }),
    ...(stratum && { strata: [stratumText(stratum)] }),
  }
  const name = (
    <>
      {look === 'number' && <VisuallyHidden>{words}: </VisuallyHidden>}
      {children}
      {look !== 'sentence' && shows === undefined && <VisuallyHidden>, new cohort of these</VisuallyHidden>}
    </>
  )
  return (
    <span
      className={styles['narrow']}
      data-look={look}
      onFocus={() => pointAt({ words, ...counted })}
      onBlur={() => pointAt(null)}
      // Labels of bars leave the pointer to the bar.
      {...(look !== undefined && {
        onPointerEnter: () => pointAt({ words, ...counted }),
        onPointerLeave: () => pointAt(null),
      })}
    >
      {shows !== undefined ? (
        <CommandLink id="cohort.show" args={{ cohortId: shows }} isInGrid={isInGrid} tooltip={tooltip}>
          {name}
        </CommandLink>
      ) : isAnswer ? (
        <CommandLink
          id="cohort.new-subset"
          args={{ ...parent, variableName: only.variableName, equals: only.values[0] ?? '' }}
          isInGrid={isInGrid}
          tooltip={tooltip}
        >
          {name}
        </CommandLink>
      ) : (
        <CommandLink id="cohort.build" args={rules} isInGrid={isInGrid} tooltip={tooltip}>
          {name}
        </CommandLink>
      )}
      <CommandButton
        id="cohort.add-rule"
        args={rules}
        variant="secondary"
        size="small"
        className={styles['add'] ?? ''}
        label={`Add as a rule: ${words}`}
        isInGrid={isInGrid}
      >
        +
      </CommandButton>
    </span>
  )
}

/**
 * The condition for one answer; undefined where none matches exactly this answer: texts are compared without case,
 * several codes one by one.
 */
export function answerCondition(
  { variableName, dataType }: Variable,
  value: string | null,
): readonly VariableCondition[] | undefined {
  const isExact = isNumber(dataType) || isDateType(dataType) || isCategory(dataType)
  return value !== null && isExact ? [{ variableName, operator: 'EQ', values: [value] }] : undefined
}
