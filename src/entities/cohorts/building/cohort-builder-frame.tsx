import type { ReactNode } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { DESCRIPTION_MAX } from '#domain/limits.ts'
import { formatCount, wordFor } from '#domain/numbers.ts'
import { COHORT_NAME } from '#domain/text/names.ts'
import { liveTotal, type PreviewedCounts } from '#entities/cohorts/building/cohort-draft.ts'
import type { CohortBuilder } from '#entities/cohorts/building/use-cohort-builder.ts'
import { wholeOf } from '#entities/cohorts/counts/split.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { BuilderFrame, type LiveCount } from '#workspace/builder-frame.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

type Shared = 'naming' | 'changeNaming' | 'nameProblem' | 'failure' | 'incomplete' | 'isNameSuggested' | 'suggestion'

/** A builder's naming and its live number. */
export type FramedBuilder = Pick<CohortBuilder, Shared | 'isComplete'> & {
  readonly live: {
    readonly data: PreviewedCounts | undefined
    readonly isOlder: boolean
    readonly query: { readonly isError: boolean }
  }
}

interface CohortBuilderFrameProps {
  builder: FramedBuilder
  definition: ReactNode
  result: ReactNode
  isWide?: boolean
  /** Shown beside the number of a definition that can be counted but not saved. */
  todo?: ReactNode
  hasOwnStart?: boolean
  /** Default: "Save". */
  saveLabel?: string | undefined
  nameLabel?: string | undefined
  /** Default: Save and filter further. */
  actions?: ReactNode
}

/** The frame of a cohort builder, with name, description and both ways to save. */
export function CohortBuilderFrame(props: CohortBuilderFrameProps) {
  const { builder, definition, result, isWide, todo = null, saveLabel, actions, hasOwnStart } = props
  const { naming, changeNaming, nameProblem, failure, incomplete, isNameSuggested, suggestion } = builder
  const useSuggestion = { available: true, run: () => changeNaming({ name: null }) } as const
  usePaneActions(isNameSuggested || suggestion === '' ? {} : { 'form.use-suggestion': useSuggestion })
  return (
    <BuilderFrame
      definition={
        <>
          {definition}
          <TextField
            label="Description"
            value={naming.description}
            onChange={(description) => changeNaming({ description })}
            maxLength={DESCRIPTION_MAX}
            isOptional
            isMultiline
          />
        </>
      }
      result={result}
      isWide={isWide}
      hasOwnStart={hasOwnStart}
      count={builder.isComplete ? liveCountOf(builder) : null}
      todo={builder.isComplete ? todo : incomplete}
      saveLabel={saveLabel}
      name={
        <TextField
          label={props.nameLabel ?? 'Name'}
          value={naming.name}
          onChange={(name) => changeNaming({ name })}
          pattern={COHORT_NAME.input}
          cutAt={COHORT_NAME.maxLength}
          problemOf={nameProblem.problemOf}
          isTrimmed
          refusal={nameProblem.now}
        />
      }
      actions={actions ?? <CommandButton id="form.save-and-narrow" args={{}} />}
      failure={failure && <Notice tone="error" title={failure.message} />}
    />
  )
}

/** The size of the cohort, of the parent where the back end reports it; null if the count failed. */
export function liveCountOf({ live: { data, isOlder, query } }: Pick<FramedBuilder, 'live'>): LiveCount | null {
  if (data === undefined) return query.isError ? null : { text: '…', base: '', isOlder }
  const count = liveTotal(data)
  const base = data.split ? `of ${formatCount(wholeOf(data.split))}` : wordFor(count, 'individual')
  return { text: formatCount(count), base, isOlder }
}
