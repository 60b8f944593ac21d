import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { namesIn } from '#domain/text/name-list.ts'
import { useServices } from '#entities/server-state/services.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { findNames } from '#entities/variables/look-up-variables.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { addNames } from '#features/rules/rule-edits.ts'
import { RuleItem, type RuleView } from '#features/rules/rule-item.tsx'
import { useRuleRows } from '#features/rules/use-rule-rows.ts'
import type { RulesBuilder } from '#features/rules/use-rules-builder.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/rules/rules.module.css'
import rowStyles from '#ui/editor-rows.module.css'
import stack from '#ui/stack.module.css'

const PasteNamesDialog = lazy(async () => ({
  default: (await import('#entities/dialogs/paste-names-dialog.tsx')).PasteNamesDialog,
}))

const PastedExpression = lazy(() => import('#features/rules/pasted-expression.tsx'))
const RulesText = lazy(() => import('#features/rules/rules-text.tsx'))

/** The rules as a tree of rows, one of them open. */
export function RuleTree({ builder }: { builder: RulesBuilder }) {
  const { draft, edit, names, counts, live, problems } = builder
  const { isOlder } = live
  const rows = useRuleRows(draft.top, edit, useAtomValue(capabilitiesAtom).includes('rule-strata'))
  const { list, openKey, optionsKey, addingKey, announced, handleKeyDown } = rows
  const [pasted, setPasted] = useState<{ readonly ruleKey: string; readonly text: string } | null>(null)
  const { paste, unknown, forgetUnknown } = usePaste(builder, (ruleKey, text) => setPasted({ ruleKey, text }))
  const [isPasting, setIsPasting] = useState(false)
  const afterKey = openKey ?? draft.top.key
  const [isText, setIsText] = useState(draft.text !== undefined)
  usePaneActions({
    'form.paste-names': { available: true, run: () => setIsPasting(true) },
    'form.as-text': {
      available: true,
      run: () => {
        setIsText(!isText)
        if (isText) rows.focus(draft.top.key, 'first')
      },
    },
  })
  const { parentId } = draft
  const opened = { openKey, optionsKey, addingKey }
  const view: RuleView = { ...opened, names, parentId, counts, problems, isOlder, edit, rows, onPaste: paste }
  return (
    <section ref={list} aria-label="Rules" className={styles['rules']}>
      <div className={rowStyles['title']}>
        <h2>Rules</h2>
        <span className={rowStyles['tools']}>
          <CommandButton id="form.undo" args={{}} size="small" variant="quiet" />
          <CommandButton id="form.redo" args={{}} size="small" variant="quiet" />
          <CommandButton id="form.paste-names" args={{}} size="small" variant="quiet" />
          <CommandButton id="form.as-text" args={{}} size="small" variant="quiet" isPressed={isText} />
        </span>
      </div>
      {isText && (
        <Suspense>
          <RulesText builder={builder} />
        </Suspense>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the rows, which are buttons */}
      <div onKeyDown={handleKeyDown}>
        <ul className={styles['list']}>
          <RuleItem rule={draft.top} view={view} group={null} />
        </ul>
      </div>
      {pasted !== null && (
        <Suspense>
          <PastedExpression {...pasted} edit={edit} onClose={() => setPasted(null)} />
        </Suspense>
      )}
      {unknown.length > 0 && (
        <Notice
          tone="warning"
          title={unknown.length === 1 ? 'Unknown name:' : 'Unknown names:'}
          actions={
            <Button size="small" onClick={forgetUnknown}>
              Close
            </Button>
          }
        >
          {unknown.join(', ')}
        </Notice>
      )}
      <p className={stack['muted']}>
        In a field, Enter finishes the rule and adds the next; Shift+Enter adds it after the group. On a row, Enter
        opens it, ArrowUp and ArrowDown go to another, with Alt they move it. <CommandKeys id="form.add-rule" /> adds a
        rule.
      </p>
      {isPasting && (
        <Suspense>
          <PasteNamesDialog
            onClose={() => setIsPasting(false)}
            onAdd={(added) => edit((top) => addNames(top, afterKey, added))}
          />
        </Suspense>
      )}
      <VisuallyHidden>
        <span role="status">{announced}</span>
      </VisuallyHidden>
    </section>
  )
}

/** A sign between a name and a value: no list of names, and seldom a question, has one. */
const COMPARISON = /\S\s*[=<>~≤≥≠]\s*\S/

/** Makes a rule of each known name of a pasted list, or the rules of an expression; keeps the unknown names. */
function usePaste({ edit }: RulesBuilder, onExpression: (key: string, text: string) => void) {
  const services = useServices()
  const catalog = useAtomValue(catalogAtom).data ?? []
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const add = async (key: string, names: readonly string[]) => {
    const found = await findNames(services, names, catalog)
    // A failed request has its toast; the names remain in the notice.
    if (!found.ok) return setUnknown(names)
    setUnknown(found.value.unknown)
    if (found.value.known.length > 0) edit((top) => addNames(top, key, found.value.known))
  }
  const paste = (key: string, text: string) => {
    if (COMPARISON.test(text)) {
      onExpression(key, text)
      return true
    }
    const names = namesIn(text)
    const known = new Set(catalog.map(({ variableName }) => variableName.toUpperCase()))
    // A pasted question has several words too, but they are no names.
    const isList =
      names.length > 1 && (/[\n,;]/.test(text.trim()) || names.some((name) => known.has(name.toUpperCase())))
    if (isList) void add(key, names)
    return isList
  }
  return { paste, unknown, forgetUnknown: () => setUnknown([]) }
}
