import styles from '#features/custom-variables/parts/builder.module.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, lazy, Suspense, useRef } from 'react'
import { ApiError } from '#api/api-error.ts'
import { type CustomVariableKind, customVariableTypeName } from '#domain/custom-variables.ts'
import { CUSTOM_VARIABLE_TYPE_UNKNOWN } from '#domain/messages.ts'
import { freeVariableName } from '#domain/names.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { useServices } from '#entities/services.ts'
import { emptyCustomVariable, type CustomVariableDraft } from '#features/custom-variables/draft.ts'
import { draftOfConstruct } from '#features/custom-variables/draft-of-construct.ts'
import { loadConstruct, type LoadedConstruct } from '#features/custom-variables/use-cases.ts'
import { Notice } from '#ui/notice.tsx'
import { NamingAndSave } from '#features/custom-variables/parts/naming-and-save.tsx'
import { SourceList } from '#features/custom-variables/parts/source-list.tsx'
import { WhereEverybodyWent } from '#features/custom-variables/result/where-everybody-went.tsx'
import { useCustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { ValueList } from '#features/custom-variables/values/value-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Variables to begin with, or the custom variable to start from. */
export interface Begun {
  readonly variableNames?: readonly string[]
  readonly from?: string
}

interface BuilderScreenProps extends Begun {
  kind: CustomVariableKind
}

/** A builder of custom variables. */
export function BuilderScreen({ kind, variableNames, from }: BuilderScreenProps) {
  const asked = variableNames?.join(',') ?? ''
  if (from !== undefined) return <StartFrom key={from} kind={kind} name={from} />
  return <Begin key={asked} kind={kind} asked={asked} />
}

function Begin({ kind, asked }: { kind: CustomVariableKind; asked: string }) {
  const initial = useMemo(() => emptyCustomVariable(kind, asked.split(',').filter(Boolean)), [kind, asked])
  return <CustomVariableBuilder initial={initial} />
}

function StartFrom({ kind, name }: { kind: CustomVariableKind; name: string }) {
  const { call, queryClient } = useServices()
  const query = useQuery<LoadedConstruct>(
    {
      queryKey: ['custom-variable-start', name],
      queryFn: async ({ signal }) => {
        const loaded = await loadConstruct(call, name, signal)
        if (!loaded.ok) throw new ApiError(loaded)
        return loaded.value
      },
    },
    queryClient,
  )
  return <QueryResult query={query}>{(loaded) => <Started kind={kind} loaded={loaded} />}</QueryResult>
}

function Started({ kind, loaded }: { kind: CustomVariableKind; loaded: LoadedConstruct }) {
  const { construct, sources } = loaded
  const type = construct.construct_type || construct.variable_type
  const initial = useMemo(() => {
    const given = { ...construct, defaultValue: construct.default_value ?? '' }
    const draft = type === kind || kind === 'multiple' ? draftOfConstruct(kind, given, sources) : null
    return draft && { ...draft, name: freeVariableName(construct.name, () => false) }
  }, [kind, type, construct, sources])
  if (initial !== null) return <CustomVariableBuilder initial={initial} />
  return (
    <Notice tone="error" title={`${construct.name} was not made by this builder.`}>
      {customVariableTypeName(type) === CUSTOM_VARIABLE_TYPE_UNKNOWN
        ? `${CUSTOM_VARIABLE_TYPE_UNKNOWN}: ${type}`
        : customVariableTypeName(type)}
    </Notice>
  )
}

const CombineTable = lazy(async () => ({
  default: (await import('#features/custom-variables/combine/combine-table.tsx')).CombineTable,
}))

/** One builder: sources and values at the left, where everybody goes at the right. */
function CustomVariableBuilder({ initial }: { initial: CustomVariableDraft }) {
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
        <WhereEverybodyWent builder={builder} />
      </div>
      <NamingAndSave builder={builder} onGoTo={(field) => focusField(root.current, field)} />
    </div>
  )
}

const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button:not([disabled]), [tabindex="0"]'

/** Moves the focus into a field of a form, which its `data-field` names. */
function focusField(form: HTMLElement | null, field: string): void {
  const place = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const control = place?.querySelector<HTMLElement>(FOCUSABLE) ?? place
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}
