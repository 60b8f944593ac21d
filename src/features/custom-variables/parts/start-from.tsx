import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '#api/result.ts'
import { type CustomVariableKind, customVariableTypeName } from '#domain/custom-variables.ts'
import { CUSTOM_VARIABLE_TYPE_UNKNOWN } from '#domain/messages.ts'
import { freeVariableName } from '#domain/names.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { useServices } from '#entities/services.ts'
import { draftOfConstruct } from '#features/custom-variables/draft-of-custom-variable.ts'
import { CustomVariableBuilder } from '#features/custom-variables/parts/custom-variable-builder.tsx'
import { loadConstruct, type LoadedConstruct } from '#features/custom-variables/use-cases.ts'
import { Notice } from '#ui/notice.tsx'

/** A builder that starts with the definition of a saved custom variable. */
export default function StartFrom({ kind, name }: { kind: CustomVariableKind; name: string }) {
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
  const type = construct.constructType || construct.variableType
  const initial = useMemo(() => {
    const given = { ...construct, defaultValue: construct.defaultValue ?? '' }
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
