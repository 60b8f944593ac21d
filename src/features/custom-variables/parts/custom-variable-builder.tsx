import { lazy, Suspense, useRef, useState } from 'react'
import { formatCount } from '#domain/numbers.ts'
import type { CustomVariableDraft } from '#features/custom-variables/draft.ts'
import { DescriptionField, Missing, NameField } from '#features/custom-variables/parts/naming.tsx'
import { SourceList } from '#features/custom-variables/parts/source-list.tsx'
import {
  useCustomVariableBuilder,
  type CustomVariableBuilder as Builder,
} from '#features/custom-variables/use-custom-variable-builder.ts'
import { ValueList } from '#features/custom-variables/values/value-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BuilderFrame, type LiveCount } from '#workspace/builder-frame.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

const DraftResult = lazy(async () => ({
  default: (await import('#features/custom-variables/result/draft-result.tsx')).DraftResult,
}))
const CombineTable = lazy(async () => ({
  default: (await import('#features/custom-variables/combine/combine-table.tsx')).CombineTable,
}))
const DefinitionDialog = lazy(async () => ({
  default: (await import('#features/custom-variables/json/definition-dialog.tsx')).DefinitionDialog,
}))

/** One builder: sources and values at the left, the result at the right. */
export function CustomVariableBuilder({ initial }: { initial: CustomVariableDraft }) {
  const builder = useCustomVariableBuilder(initial)
  const root = useRef<HTMLDivElement>(null)
  const [isJsonOpen, setIsJsonOpen] = useState(false)
  usePaneActions({ 'form.definition-as-json': { available: true, run: () => setIsJsonOpen(true) } })
  const { requirements, saving } = builder
  return (
    <>
      <BuilderFrame
        ref={root}
        isWide
        definition={
          <>
            <SourceList builder={builder} />
            <ValueList builder={builder} />
            {builder.draft.kind === 'merge' && builder.cells.length > 0 && (
              <Suspense fallback={<Skeleton lines={6} />}>
                <CombineTable builder={builder} />
              </Suspense>
            )}
            <DescriptionField builder={builder} />
          </>
        }
        result={
          <Suspense fallback={<Skeleton />}>
            <DraftResult builder={builder} />
          </Suspense>
        }
        count={liveCountOf(builder)}
        todo={<Missing requirements={requirements} onGoTo={(field) => focusField(root.current, field)} />}
        name={<NameField builder={builder} />}
        failure={saving.refusal?.field === null && <Notice tone="error" title={saving.refusal.message} />}
      />
      <Suspense>{isJsonOpen && <DefinitionDialog builder={builder} onClose={() => setIsJsonOpen(false)} />}</Suspense>
    </>
  )
}

/** The individuals with a value other than [UNK]; suppressed counts are omitted. */
function liveCountOf({ draft, counts }: Builder): LiveCount | null {
  const { data, isOlder } = counts
  if (data === undefined) return null
  const given = data.values.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const others = data.default ?? 0
  const whole = [data.unknown, data.noRecord, data.noAnswer, data.notCounted].reduce<number>(
    (sum, count) => sum + (count ?? 0),
    given + others,
  )
  const hasDefault = draft.values.some(({ key }) => key === draft.defaultKey)
  return {
    text: formatCount(hasDefault ? given + others : given),
    base: `of ${formatCount(whole)} get a value`,
    isOlder,
  }
}

const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button:not([disabled]), [tabindex="0"]'

/** Focuses a form field by its `data-field`. */
function focusField(form: HTMLElement | null, field: string): void {
  const place = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const control = place?.querySelector<HTMLElement>(FOCUSABLE) ?? place
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}
