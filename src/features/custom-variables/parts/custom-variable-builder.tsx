import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { CustomVariableKind } from '#domain/custom-variables.ts'
import { VARIABLE_NAME } from '#domain/names.ts'
import styles from '#features/custom-variables/parts/builder.module.css'
import { CombineTable } from '#features/custom-variables/parts/combine-table.tsx'
import { DraftCounts } from '#features/custom-variables/parts/draft-counts.tsx'
import { SourceList } from '#features/custom-variables/parts/source-list.tsx'
import { ValueList } from '#features/custom-variables/parts/value-list.tsx'
import { useCustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/text-field.tsx'
import { usePaneId } from '#workspace/pane-id.ts'
import { usePaneTitle } from '#workspace/pane-title.ts'

interface CustomVariableBuilderScreenProps {
  kind: CustomVariableKind
  title: string
}

/** The three builders of custom variables: sources and values left, where everybody goes right. */
export function CustomVariableBuilderScreen({ kind, title }: CustomVariableBuilderScreenProps) {
  usePaneTitle(title)
  const [params] = useSearchParams()
  const asked = params.get('variables') ?? ''
  const given = useMemo(() => asked.split(',').filter(Boolean), [asked])
  const builder = useCustomVariableBuilder(kind, `${usePaneId()}/${kind}/${asked}`, given)
  const { draft, change, missing, failure } = builder

  return (
    <div className={styles['builder']}>
      <div className={styles['definition']}>
        <SourceList builder={builder} />
        <ValueList builder={builder} />
        {kind === 'merge' && builder.cells.length > 0 && <CombineTable builder={builder} />}
      </div>
      <div className={styles['result']}>
        <DraftCounts builder={builder} />
        <section className={stack['section']} aria-label="Naming">
          <TextField
            label="Name"
            value={draft.name}
            onChange={(name) => change({ name })}
            pattern={VARIABLE_NAME.input}
            problemOf={VARIABLE_NAME.problem}
          />
          <TextField
            label="Description"
            value={draft.description}
            onChange={(description) => change({ description })}
            isOptional
            isMultiline
          />
          {failure && <Notice tone="error" title={failure.message} />}
          <div className={stack['row']}>
            <CommandButton id="form.save" args={{}} variant="primary" />
          </div>
          {missing.length > 0 && (
            <ul className={styles['missing']} aria-label="Before saving">
              {missing.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </div>
  )
}
