import { atom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { Result } from '#api/result.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { useRunCommand } from '#command-kit/hooks.ts'
import { rulesSent } from '#contract/shapes/rules-of-definition.ts'
import type { RuleGroup } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { DUPLICATE_COHORT_NAME, savedWords } from '#domain/messages.ts'
import { COHORT_NAME, nameKey } from '#domain/text/names.ts'
import { freeName } from '#domain/text/suggested-names.ts'
import { EMPTY_COHORT } from '#entities/cohorts/building/cohort-draft.ts'
import { takenNamesAtom } from '#entities/cohorts/building/use-cohort-saving.ts'
import { FormDialog } from '#entities/dialogs/form-dialog.tsx'
import type { Naming } from '#entities/dialogs/naming-dialog.tsx'
import { NamingFields } from '#entities/dialogs/naming-fields.tsx'
import { expressionAtomOf } from '#entities/expressions/expression-state.ts'
import { projectOfNew } from '#entities/projects/projects.ts'
import { suggestedRulesName } from '#entities/rules/rule-sentence.ts'
import { draftOfGroup } from '#entities/rules/rules-of-draft.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { RULES_SAVER } from '#features/rules/save-rules.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { showSuccess } from '#ui/overlays/toasts.ts'
import stack from '#ui/stack.module.css'

interface SaveExpressionDialogProps {
  expression: string
  onClose: () => void
}

/** Names the cohort of an expression and saves it. */
export function SaveExpressionDialog({ expression, onClose }: SaveExpressionDialogProps) {
  const expressionAtom = useMemo(() => expressionAtomOf(atom(expression)), [expression])
  const { top, problems, names } = useAtomValue(expressionAtom)
  const taken = useAtomValue(takenNamesAtom)
  const services = useServices()
  const run = useRunCommand()
  const [typed, setTyped] = useState<Partial<Naming>>({})
  const isTaken = (name: string) => taken.has(nameKey(name))
  const suggestion = useMemo(() => {
    const { lookup, variables } = names
    const words = { variable: (name: string) => variables.get(name.toUpperCase()), cohort: lookup.cohortName }
    return top === null ? '' : suggestedRulesName(draftOfGroup(top), words)
  }, [top, names])
  const naming = { name: freeName(suggestion, COHORT_NAME, isTaken), description: '', ...typed }
  const problemOf = (name: string) => COHORT_NAME.problem(name) ?? (isTaken(name) ? DUPLICATE_COHORT_NAME : null)
  const problem = problemOf(naming.name)
  const { isSending, failure, forgetFailure, send } = useSending(
    async (rules: RuleGroup<string>): Promise<Result<number | null>> => {
      const request = { parentId: ROOT_COHORT_ID, rules: rulesSent(rules) }
      const isEmpty = await RULES_SAVER.wouldBeEmpty(services, request)
      if (!isEmpty.ok || isEmpty.value) return isEmpty.ok ? { ok: true, value: null } : isEmpty
      return RULES_SAVER.save(services, request, naming, await projectOfNew(services))
    },
  )
  const [isEmpty, setIsEmpty] = useState(false)
  const handleSave = async () => {
    if (top === null || problem !== null) return
    const saved = await send(top)
    setIsEmpty(saved?.value === null)
    if (saved === null || saved.value === null) return
    onClose()
    showSuccess(savedWords('Cohort', naming.name.trim()))
    await run(invocationOf('cohort.show', { cohortId: saved.value }))
  }
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Save as a cohort"
      onSubmit={handleSave}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={top === null || problem !== null}
            isBusy={isSending}
            onClick={() => void handleSave()}
          >
            Save
          </Button>
        </>
      }
    >
      <p className={stack['muted']}>{expression}</p>
      <NamingFields
        draft={naming}
        onChange={(next) => {
          forgetFailure()
          setTyped(next)
        }}
        rule={{ ...COHORT_NAME, problem: problemOf }}
      />
      {problems.map(({ message }) => (
        <Notice key={message} tone="error" title={message} />
      ))}
      {isEmpty && <Notice tone="error" title={EMPTY_COHORT} />}
      {failure && <Notice tone="error" title={failure.message} />}
    </FormDialog>
  )
}
