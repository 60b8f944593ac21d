import { atom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { RuleGroup } from '#domain/cohorts/rules.ts'
import { expressionAtomOf } from '#entities/expressions/expression-state.ts'
import { draftOfGroup } from '#entities/rules/rules-of-draft.ts'
import { addPasted } from '#features/rules/rule-edits.ts'
import type { EditRules } from '#features/rules/rules-state.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface PastedExpressionProps {
  text: string
  /** The rule in whose field it was pasted. */
  ruleKey: string
  edit: EditRules
  onClose: () => void
}

/** Adds the rules of a pasted expression; shows its errors. */
export default function PastedExpression({ text, ruleKey, edit, onClose }: PastedExpressionProps) {
  const expressionAtom = useMemo(() => expressionAtomOf(atom(text)), [text])
  const { top, problems } = useAtomValue(expressionAtom)
  const add = useEffectEvent((rules: RuleGroup<string> | null) => {
    if (rules === null) return
    edit((before) => addPasted(before, ruleKey, draftOfGroup(rules)))
    onClose()
  })
  useEffect(() => {
    add(top)
  }, [top])
  if (problems.length === 0) return null
  return (
    <Notice
      tone="warning"
      title="The pasted text is no expression:"
      actions={
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      {problems.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      <p>{text}</p>
    </Notice>
  )
}
