import styles from '#features/cohorts/rules/rules.module.css'
import type { DraftRule } from '#features/cohorts/rules/rule-draft.ts'
import type { RuleAct } from '#features/cohorts/rules/use-rule-rows.ts'
import { Button } from '#ui/button.tsx'

interface RuleActsProps {
  rule: DraftRule
  title: string
  onAct: (key: string, act: RuleAct) => void
}

/** The changes of a rule, for the mouse; its row has their keys. */
export function RuleActs({ rule, title, onAct }: RuleActsProps) {
  const shown = ACTS.filter(({ act }) => act !== 'ungroup' || rule.kind === 'group')
  return (
    <span className={styles['acts']}>
      {shown.map(({ act, sign, words, keys }) => (
        <Button
          key={act}
          size="small"
          variant="quiet"
          tabIndex={-1}
          data-act={act}
          aria-label={`${words(rule)}: ${title}`}
          data-tooltip={`${words(rule)} (${keys})`}
          onClick={() => onAct(rule.key, act)}
        >
          {sign(rule)}
        </Button>
      ))}
    </span>
  )
}

interface Act {
  readonly act: RuleAct
  readonly sign: (rule: DraftRule) => string
  readonly words: (rule: DraftRule) => string
  readonly keys: string
}

const ACTS: readonly Act[] = [
  { act: 'up', sign: () => '↑', words: () => 'Move up', keys: 'Alt+↑' },
  { act: 'down', sign: () => '↓', words: () => 'Move down', keys: 'Alt+↓' },
  {
    act: 'switch',
    sign: ({ isOff }) => (isOff ? '○' : '●'),
    words: ({ isOff }) => (isOff ? 'Switch on' : 'Switch off'),
    keys: 'Alt+O',
  },
  { act: 'duplicate', sign: () => '×2', words: () => 'Duplicate', keys: 'Ctrl+D' },
  { act: 'group', sign: () => '( )', words: () => 'Group', keys: 'Alt+G' },
  { act: 'ungroup', sign: () => ')(', words: () => 'Ungroup', keys: 'Alt+U' },
  { act: 'remove', sign: () => '×', words: () => 'Remove', keys: 'Delete' },
]

/** The keys of a row, for assistive technology. */
export const ROW_KEYS = 'Alt+ArrowUp Alt+ArrowDown Control+D Alt+O Alt+G Alt+U Delete'
