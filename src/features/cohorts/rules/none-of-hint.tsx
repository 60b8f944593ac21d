import styles from '#features/cohorts/rules/rules.module.css'
import type { Split } from '#contract/shapes/entities.ts'
import { formatCount } from '#domain/numbers.ts'
import { isBlank, type DraftGroup } from '#features/cohorts/rules/rule-draft.ts'
import { countUnknownAsNoMatch } from '#features/cohorts/rules/rule-edits.ts'
import type { EditRules } from '#features/cohorts/rules/use-rules-builder.ts'
import { Button } from '#ui/button.tsx'

interface NoneOfHintProps {
  group: DraftGroup
  split: Split | undefined
  edit: EditRules
}

/** A "none of" group keeps no participant without an answer, unless unknown counts as no match. */
export function NoneOfHint({ group, split, edit }: NoneOfHintProps) {
  const undecided = split ? split.unknown + split.noRecord : 0
  const rules = group.rules.filter((rule) => rule.kind !== 'cohort' && !isBlank(rule))
  if (rules.length === 0) return null
  if (rules.every(({ unknownAs }) => unknownAs === 'no_match')) {
    return <p className={styles['hint']}>Unknown counts as no match: participants without an answer are kept.</p>
  }
  return (
    <p className={styles['hint']}>
      Participants whose answer is missing are not kept, unless unknown counts as no match.
      {undecided > 0 && (
        <Button size="small" variant="quiet" onClick={() => edit((top) => countUnknownAsNoMatch(top, group.key))}>
          Keep these {formatCount(undecided)}
        </Button>
      )}
    </p>
  )
}
