import { useAtomValue } from 'jotai'
import type { DraftRule } from '#entities/rules/rule-draft.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { RULE_KINDS, ruleKinds, type RuleKindId } from '#features/rules/rule-kinds.ts'
import type { RuleAct } from '#features/rules/use-rule-rows.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeyHint } from '#ui/key-hint.tsx'
import { ariaKeyShortcuts, isApple } from '#ui/key-names.ts'
import styles from '#features/rules/rules.module.css'

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
      {shown.map(({ act, path, words, keys }) => (
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
          <Icon path={path(rule)} />
        </Button>
      ))}
    </span>
  )
}

interface Act {
  readonly act: RuleAct
  /** The drawing of its icon. */
  readonly path: (rule: DraftRule) => string
  readonly words: (rule: DraftRule) => string
  readonly keys: string
}

const ACTS: readonly Act[] = [
  { act: 'up', path: () => 'M8 13V3M4 7l4-4 4 4', words: () => 'Move up', keys: 'Alt+↑' },
  { act: 'down', path: () => 'M8 3v10M4 9l4 4 4-4', words: () => 'Move down', keys: 'Alt+↓' },
  {
    act: 'switch',
    path: ({ isOff }) => `M5 4h6a4 4 0 0 1 0 8H5a4 4 0 0 1 0-8zM${isOff ? 5 : 11} 7v2`,
    words: ({ isOff }) => (isOff ? 'Switch on' : 'Switch off'),
    keys: 'Alt+O',
  },
  { act: 'duplicate', path: () => 'M6 6h7.5v7.5H6zM10 3.5v-1H2.5V10h1', words: () => 'Duplicate', keys: 'Ctrl+D' },
  { act: 'group', path: () => 'M5 2.5H2.5v11H5M11 2.5h2.5v11H11M6 6h4M6 10h4', words: () => 'Group', keys: 'Alt+G' },
  {
    act: 'ungroup',
    path: () => 'M4.5 2.5h-2v2M2.5 11.5v2h2M11.5 2.5h2v2M13.5 11.5v2h-2M6 6h4M6 10h4',
    words: () => 'Ungroup',
    keys: 'Alt+U',
  },
  { act: 'remove', path: () => 'M4 4l8 8M12 4l-8 8', words: () => 'Remove', keys: 'Delete' },
]

/** The keys of a row, for assistive technology. */
export const ROW_KEYS = 'Alt+ArrowUp Alt+ArrowDown Control+D Alt+O Alt+G Alt+U Delete'

interface AddRulesProps {
  groupKey: string
  onAdd: (key: string, kind: RuleKindId) => void
}

/** Adds a rule of any kind to a group. The keys of the buttons work in the rows and fields of the group, too. */
export function AddRules({ groupKey, onAdd }: AddRulesProps) {
  const hasStrata = useAtomValue(capabilitiesAtom).includes('rule-strata')
  return (
    <div className={styles['add']} data-adds={groupKey}>
      {ruleKinds(hasStrata).map((kind) => {
        const { words, keys, help } = RULE_KINDS[kind]
        return (
          <Button
            key={kind}
            data-act="add"
            size="small"
            variant="quiet"
            aria-keyshortcuts={ariaKeyShortcuts([keys], isApple())}
            data-tooltip={help}
            onClick={() => onAdd(groupKey, kind)}
          >
            + {words}
            <span className={styles['keys']} aria-hidden="true">
              <KeyHint seq={keys} />
            </span>
          </Button>
        )
      })}
    </div>
  )
}
