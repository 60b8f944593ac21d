import type { ChoiceRow } from '#command-kit/argument-source.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import {
  newCondition,
  newGroup,
  newMembership,
  newStratum,
  type DraftGroup,
  type DraftRule,
} from '#entities/rules/rule-draft.ts'
import { isApple, strokeSigns } from '#ui/key-names.ts'
import { isTouch } from '#ui/touch.ts'

/** A kind of rule that a group can get, with the place of its letter on the keyboard: a Mac types others with Alt. */
interface RuleKind {
  readonly words: string
  readonly code: string
  readonly keys: string
  readonly help: string
  /** Other words that find it in a list. */
  readonly keywords: string
  /** The new rule, and the one below it to open. */
  readonly make: (group: DraftGroup) => { readonly rule: DraftRule; readonly opened?: DraftRule }
}

export const RULE_KINDS = {
  condition: {
    words: 'Rule',
    code: 'KeyR',
    keys: 'Alt+R',
    help: 'A condition on a variable.',
    keywords: '',
    make: () => ({ rule: newCondition() }),
  },
  cohort: {
    words: 'Cohort',
    code: 'KeyC',
    keys: 'Alt+C',
    help: 'In a saved cohort, or not in it.',
    keywords: 'not in this cohort, exclude',
    make: () => ({ rule: newMembership() }),
  },
  stratum: {
    words: 'Diagnosis',
    code: 'KeyX',
    keys: 'Alt+X',
    help: 'The diagnosis, collection, study or consent.',
    keywords: '',
    make: () => ({ rule: newStratum() }),
  },
  group: {
    words: 'Group',
    code: 'KeyN',
    keys: 'Alt+N',
    help: 'Rules that match together: all, any, none or some.',
    keywords: '',
    make: ({ match }) => ({ rule: newGroup(match === 'all' ? 'any' : 'all', []) }),
  },
  size: {
    words: 'Family size',
    code: 'KeyZ',
    keys: 'Alt+Z',
    help: 'The number of members of the family, those without data included.',
    keywords: 'number of members in pedigree, relatives',
    make: () => {
      const relatives = { scope: 'family', comparison: 'min', count: 4 } as const
      return { rule: { ...newGroup('all', [newMembership(ROOT_COHORT_ID)]), relatives } }
    },
  },
  family: {
    words: 'Relatives',
    code: 'KeyM',
    keys: 'Alt+M',
    help: 'Rules that family members or relatives match.',
    keywords: 'family members, pedigree',
    make: () => {
      const opened = newCondition()
      const relatives = { scope: 'family', comparison: 'min', count: 2 } as const
      return { rule: { ...newGroup('all', [opened]), relatives }, opened }
    },
  },
} as const satisfies Readonly<Record<string, RuleKind>>

export type RuleKindId = keyof typeof RULE_KINDS

const KINDS: readonly RuleKindId[] = ['condition', 'cohort', 'stratum', 'size', 'family', 'group']

/** The kinds in their order on screen; strata need the capability `rule-strata`. */
export function ruleKinds(hasStrata: boolean): readonly RuleKindId[] {
  return KINDS.filter((kind) => hasStrata || kind !== 'stratum')
}

/** No name of a variable begins so. */
const MARK = '+'

/** The kinds but a condition as rows of a picker of variables, with their keys except on touch screens. */
export function kindRows(hasStrata: boolean): readonly ChoiceRow[] {
  const isOfApple = isApple()
  const hasKeys = !isTouch()
  return ruleKinds(hasStrata).flatMap((kind) => {
    const { words, keys, help, keywords } = RULE_KINDS[kind]
    const note = strokeSigns(keys, isOfApple)
      .flat()
      .join(isOfApple ? '' : '+')
    const row = { value: `${MARK}${kind}`, title: words, detail: help, words: keywords }
    return kind === 'condition' ? [] : [hasKeys ? { ...row, note } : row]
  })
}

const COHORT = `${MARK}cohort:`

/** Saved cohorts as rows of a picker of variables, found by their names. */
export function rowsOfCohorts(rows: readonly ChoiceRow[]): readonly ChoiceRow[] {
  return rows.map(({ value, title, note }) => ({
    value: `${COHORT}${value}`,
    title,
    ...(note !== undefined && { note }),
  }))
}

export function cohortOfRow(value: string): number | undefined {
  return value.startsWith(COHORT) ? Number(value.slice(COHORT.length)) : undefined
}

export function kindOfRow(value: string): RuleKindId | undefined {
  return KINDS.find((kind) => value === `${MARK}${kind}`)
}
