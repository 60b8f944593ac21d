import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { Call, Result } from '#api/result.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import type { CustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import { customVariableTypeName } from '#domain/custom-variables/custom-variables.ts'
import { CUSTOM_VARIABLE_TYPE_UNKNOWN, UNABLE_TO_GET_SOURCE_VARIABLES } from '#domain/messages.ts'
import { formatSize } from '#domain/numbers.ts'
import { freeVariableName } from '#domain/text/suggested-names.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall, valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import { CustomVariableBuilder } from '#features/custom-variables/builder/custom-variable-builder.tsx'
import { ReplaceDefinition } from '#features/custom-variables/builder/replace-definition.tsx'
import {
  canCombine,
  combineVersions,
  formOf,
  sourceName,
  sourceOfAnswers,
} from '#features/custom-variables/combine-versions.ts'
import { draftOfConstruct } from '#features/custom-variables/draft.ts'
import { loadConstruct, type LoadedConstruct } from '#features/custom-variables/use-cases.ts'
import type { CustomVariableBuilder as Builder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Notice } from '#ui/notice.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import styles from '#features/custom-variables/builder/builder.module.css'
import stack from '#ui/stack.module.css'

interface StartFromProps {
  kind: CustomVariableKind
  name: string
  /** Whether its definition can be replaced. */
  isEdit: boolean
}

/** A builder that starts with the definition of a saved custom variable. */
export function StartFrom({ kind, name, isEdit }: StartFromProps) {
  const query = useSaved(['custom-variable-start', name], (call, signal) => loadConstruct(call, name, signal))
  return <QueryResult query={query}>{(loaded) => <Started kind={kind} loaded={loaded} isEdit={isEdit} />}</QueryResult>
}

/** A builder that starts with one value for each meaning of several versions of a question. */
export function CombineVersions({ names }: { names: readonly string[] }) {
  const query = useSaved(['combine-versions', ...names], (call, signal) => lookUpVariables(call, names, { signal }))
  return <QueryResult query={query}>{(versions) => <Proposal versions={versions} />}</QueryResult>
}

function useSaved<T>(
  queryKey: readonly string[],
  load: (call: Call, signal: AbortSignal) => Promise<Result<T>>,
): UseQueryResult<T> {
  const { call, queryClient } = useServices()
  return useQuery<T>(
    {
      queryKey,
      queryFn: async ({ signal }) => valueOrThrow(await load(call, signal)),
    },
    queryClient,
  )
}

interface StartedProps extends Pick<StartFromProps, 'kind' | 'isEdit'> {
  loaded: LoadedConstruct
}

function Started({ kind, loaded, isEdit }: StartedProps) {
  const { construct, sources } = loaded
  const type = construct.constructType || construct.variableType
  const initial = useMemo(() => {
    const saved = { ...construct, defaultValue: construct.defaultValue ?? '' }
    const draft = type === kind || kind === 'multiple' ? draftOfConstruct(kind, saved, sources) : null
    return draft && { ...draft, name: freeVariableName(construct.name, () => false) }
  }, [kind, type, construct, sources])
  if (initial !== null && !isEdit) return <CustomVariableBuilder initial={initial} />
  if (initial !== null) {
    return (
      <CustomVariableBuilder
        initial={initial}
        editedName={construct.name}
        replace={(builder) => <ReplaceDefinition builder={builder} edited={construct} />}
      />
    )
  }
  return (
    <Notice tone="error" title={`${construct.name} was not made by this builder.`}>
      {customVariableTypeName(type) === CUSTOM_VARIABLE_TYPE_UNKNOWN
        ? `${CUSTOM_VARIABLE_TYPE_UNKNOWN}: ${type}`
        : customVariableTypeName(type)}
    </Notice>
  )
}

function Proposal({ versions }: { versions: readonly Variable[] }) {
  const [isSourceKept, setIsSourceKept] = useState(true)
  const { initial, conflicts } = useMemo(() => {
    const { construct, conflicts } = combineVersions(versions)
    const draft = draftOfConstruct('multiple', construct, versions)
    return { initial: draft && { ...draft, name: null }, conflicts }
  }, [versions])
  const others = versions.filter((version) => !canCombine(version))
  if (initial === null || others.length > 0 || versions.length < 2) {
    return (
      <Notice tone="error" title="These variables cannot be combined as versions of one question.">
        {others.length > 0
          ? `Only answers with codes can be combined: ${others.map(({ variableName }) => variableName).join(', ')}.`
          : UNABLE_TO_GET_SOURCE_VARIABLES}
      </Notice>
    )
  }
  return (
    <>
      {conflicts.length > 0 && (
        <div className={styles['conflicts']}>
          <Notice tone="warning" title="Codes with different meanings are different values.">
            {conflicts.join(' ')}
          </Notice>
        </div>
      )}
      <CustomVariableBuilder
        initial={initial}
        companion={isSourceKept ? (name, sources) => sourceOfAnswers(sources, sourceName(name)) : null}
        fields={(builder) => <SourceOfAnswers builder={builder} isKept={isSourceKept} onChange={setIsSourceKept} />}
      />
    </>
  )
}

interface SourceOfAnswersProps {
  builder: Builder
  isKept: boolean
  onChange: (isKept: boolean) => void
}

/** The individuals by the form that gives their value, and whether it is saved as a variable. */
function SourceOfAnswers({ builder: { draft, sources }, isKept, onChange }: SourceOfAnswersProps) {
  const canPreview = useAtomValue(isOfferedAtom)(constructPreview)
  const versions = useMemo(() => sources.filter(canCombine), [sources])
  const request = useMemo(() => sourceOfAnswers(versions, ''), [versions])
  const counts = useCall({
    endpoint: constructPreview,
    request: canPreview && versions.length > 1 ? request : null,
    key: 'construct-preview',
  })
  const numbers = new Map(counts.data?.values.map(({ name, count }) => [name, count]))
  const rows = versions.map((version, place) => ({
    version,
    count: numbers.get(request.values[place]?.name ?? '') ?? null,
  }))
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { key: 'form', header: 'Form', cell: ({ version }) => formOf(version) },
    { key: 'name', header: 'Variable', cell: ({ version }) => version.variableName },
    {
      key: 'count',
      header: 'Individuals',
      align: 'end',
      cell: ({ count }) => (counts.data === undefined ? '' : formatSize(count)),
    },
  ]
  return (
    <section className={stack['section']} aria-label="Source of each value">
      <h2>Source of each value</h2>
      <DataTable
        label="Source of each value"
        columns={columns}
        rows={rows}
        rowKey={({ version: { variableName } }) => variableName}
      />
      <label className={styles['kept']}>
        <input type="checkbox" checked={isKept} onChange={(event) => onChange(event.target.checked)} />
        <span>
          Save the form of each value as <code>{sourceName(draft.name ?? '')}</code>
        </span>
      </label>
    </section>
  )
}
