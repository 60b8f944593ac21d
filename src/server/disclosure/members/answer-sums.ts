import { type Condition, matchesMissing } from '#domain/conditions/constraint.ts'
import { hasSeveralCodes, isCoded } from '#domain/data-types.ts'
import type { GuardContext } from '#server/disclosure/guard/guard-context.ts'
import { answerLabel, listedLabels, MISSING, NO_RECORD, valueLabel } from '#server/disclosure/guard/labels.ts'
import { tabulate } from '#server/disclosure/guard/tabulate.ts'
import { ofCollection } from '#server/disclosure/ledger/individual-layout.ts'
import { publishedCells } from '#server/disclosure/ledger/margin-history.ts'
import { EMPTY_SET, unionOf } from '#server/disclosure/ledger/participant-set.ts'
import { type AnyVariable, isCustom } from '#server/model/variable.ts'

/**
 * The collections in which the count of a condition would give a hidden count of one answer, with counts of other
 * conditions on the variable: VALID less each other EQ. The ledger finds such sums of individuals, but no sum of none.
 * The same answers are hidden whatever was asked before, and a condition takes all of the hidden ones or none.
 */
export async function collectionsWithHiddenAnswers(
  context: GuardContext,
  parentId: number,
  { variable, condition }: { readonly variable: AnyVariable; readonly condition: Condition },
): Promise<ReadonlySet<string>> {
  const none = new Set<string>()
  if (isCustom(variable) || !isCoded(variable.dataType) || hasSeveralCodes(variable.dataType)) return none
  const { guard, user } = context
  const divided = await tabulate(context, { cohortId: parentId, reader: user }, answerLabel(variable, null))
  const others = [MISSING, NO_RECORD]
  const listed = listedLabels(variable, null)
  const answers = [...new Set([...listed, ...divided.keys()])].filter((label) => !others.includes(label))
  const matching = matchingLabels(condition, { listed, answers })
  if (!matching) return none
  const found = [...guard.regions].filter(([, region]) =>
    [answers, others].some((labels) => {
      const cells = labels.map((label) => [label, ofCollection(divided.get(label) ?? EMPTY_SET, region)] as const)
      const whole = unionOf(cells.map(([, individuals]) => individuals))
      const shown = publishedCells(cells, whole, guard.minimumCell, labels)
      const hidden = labels.filter((label) => !shown.includes(label))
      const taken = hidden.filter((label) => matching.has(label))
      return taken.length > 0 && taken.length < hidden.length
    }),
  )
  return new Set(found.map(([collection]) => collection))
}

interface Labels {
  readonly listed: readonly string[]
  /** The listed ones and others that occur. */
  readonly answers: readonly string[]
}

/** The labels of the answers that match; null for operators that do not compare codes. */
function matchingLabels(condition: Condition, { listed, answers }: Labels): ReadonlySet<string> | null {
  const { operator, values } = condition
  if (matchesMissing(condition)) return new Set([MISSING, NO_RECORD])
  const named = values.map(valueLabel)
  switch (operator) {
    case 'EQ':
    case 'ANYOF':
      return new Set(named)
    case 'NEQ':
      return new Set(answers.filter((label) => !named.includes(label)))
    case 'VALID':
      return new Set(listed)
    case 'EXISTS':
      return new Set([...answers, MISSING])
    default:
      return null
  }
}
