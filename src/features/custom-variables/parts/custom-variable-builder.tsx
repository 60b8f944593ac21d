import { lazy, Suspense, useRef } from 'react'
import type { CustomVariableDraft } from '#features/custom-variables/draft.ts'
import styles from '#features/custom-variables/parts/builder.module.css'
import { NamingAndSave } from '#features/custom-variables/parts/naming-and-save.tsx'
import { SourceList } from '#features/custom-variables/parts/source-list.tsx'
import { useCustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { ValueList } from '#features/custom-variables/values/value-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const DraftResult = lazy(async () => ({
  default: (await import('#features/custom-variables/result/draft-result.tsx')).DraftResult,
}))
const CombineTable = lazy(async () => ({
  default: (await import('#features/custom-variables/combine/combine-table.tsx')).CombineTable,
}))

/** One builder: sources and values at the left, the result at the right. */
export function CustomVariableBuilder({ initial }: { initial: CustomVariableDraft }) {
  const builder = useCustomVariableBuilder(initial)
  const root = useRef<HTMLDivElement>(null)
  const { kind } = builder.draft
  return (
    <div ref={root} className={styles['builder']}>
      <div className={styles['definition']}>
        <SourceList builder={builder} />
        <ValueList builder={builder} />
      </div>
      {kind === 'merge' && builder.cells.length > 0 && (
        <div className={styles['table']}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <CombineTable builder={builder} />
          </Suspense>
        </div>
      )}
      <div className={styles['result']}>
        <Suspense fallback={<Skeleton />}>
          <DraftResult builder={builder} />
        </Suspense>
      </div>
      <NamingAndSave builder={builder} onGoTo={(field) => focusField(root.current, field)} />
    </div>
  )
}

const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button:not([disabled]), [tabindex="0"]'

/** Focuses a form field by its `data-field`. */
function focusField(form: HTMLElement | null, field: string): void {
  const place = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const control = place?.querySelector<HTMLElement>(FOCUSABLE) ?? place
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}
