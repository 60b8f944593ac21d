import { groupWords } from '#domain/cohorts/rule-words.ts'
import { holdsRules, type DraftGroup, type DraftRule } from '#entities/rules/rule-draft.ts'
import { RULE_KINDS } from '#features/rules/rule-kinds.ts'
import type { RuleAct } from '#features/rules/use-rule-rows.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeyHint } from '#ui/key-hint.tsx'
import { ariaKeyShortcuts, isApple } from '#ui/key-names.ts'
import { Popup } from '#ui/overlays/popup.tsx'
import styles from '#features/rules/rules.module.css'
import popup from '#ui/overlays/popup.module.css'

interface Act {
  readonly act: RuleAct
  readonly words: (rule: DraftRule) => string
  readonly keys: string
}

const ACTS: readonly Act[] = [
  { act: 'options', words: () => 'Missing answers and note…', keys: 'Alt+I' },
  { act: 'switch', words: ({ isOff }) => (isOff ? 'Switch on' : 'Switch off'), keys: 'Alt+O' },
  { act: 'up', words: () => 'Move up', keys: 'Alt+ArrowUp' },
  { act: 'down', words: () => 'Move down', keys: 'Alt+ArrowDown' },
  { act: 'duplicate', words: () => 'Duplicate', keys: '$mod+D' },
  { act: 'group', words: () => 'Put into a group', keys: 'Alt+G' },
  { act: 'ungroup', words: () => 'Dissolve the group', keys: 'Alt+U' },
  { act: 'remove', words: () => 'Remove', keys: 'Delete' },
]

/** The keys of a row, for assistive technology. */
export const ROW_KEYS = 'Alt+ArrowUp Alt+ArrowDown Control+D Alt+O Alt+I Alt+G Alt+U Delete'

interface RuleMenuProps {
  rule: DraftRule
  title: string
  isOpen: boolean
  onAct: (key: string, act: RuleAct) => void
}

/** The changes of a rule; its row has their keys. */
export function RuleMenu({ rule, title, isOpen, onAct }: RuleMenuProps) {
  const shown = ACTS.filter(({ act }) => act !== 'ungroup' || holdsRules(rule))
  return (
    <span className={styles['menu']}>
      <Popup label={`Menu of ${title}`} sign={<Icon path="M3 8h.01M8 8h.01M13 8h.01" />} isMenu isInGrid={!isOpen}>
        {(close) =>
          shown.map(({ act, words, keys }) => (
            <Entry
              key={act}
              words={words(rule)}
              keys={keys}
              onChoose={() => {
                close()
                onAct(rule.key, act)
              }}
            />
          ))
        }
      </Popup>
    </span>
  )
}

interface AddButtonProps {
  group: DraftGroup
  onAdd: (key: string) => void
}

/** Opens a field at the end of a group that finds variables and the other kinds of rules. */
export function AddButton({ group, onAdd }: AddButtonProps) {
  return (
    <div className={styles['add']} data-adds={group.key}>
      <Button
        size="small"
        variant="quiet"
        aria-keyshortcuts={RULE_KINDS.condition.keys}
        onClick={() => onAdd(group.key)}
      >
        {`Add to '${groupWords(group)}'`}
      </Button>
    </div>
  )
}

interface EntryProps {
  words: string
  keys: string
  onChoose: () => void
}

function Entry({ words, keys, onChoose }: EntryProps) {
  return (
    <div className={popup['entry']}>
      <Button
        variant="quiet"
        className={popup['command'] ?? ''}
        aria-keyshortcuts={ariaKeyShortcuts([keys], isApple())}
        onClick={onChoose}
      >
        {words}
      </Button>
      <span aria-hidden="true">
        <KeyHint seq={keys} />
      </span>
    </div>
  )
}
