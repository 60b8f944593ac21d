import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '#api/result.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { UNABLE_TO_GET_SOURCE_VARIABLES } from '#domain/messages.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { useServices } from '#entities/services.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import { canCombine, combineVersions } from '#features/custom-variables/combine-versions.ts'
import { draftOfConstruct } from '#features/custom-variables/draft-of-custom-variable.ts'
import { CustomVariableBuilder } from '#features/custom-variables/parts/custom-variable-builder.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from '#features/custom-variables/parts/builder.module.css'

/** A builder that starts with one value for each meaning of several versions of a question. */
export default function CombineVersionsBuilder({ names }: { names: readonly string[] }) {
  const { call, queryClient } = useServices()
  const query = useQuery<readonly Variable[]>(
    {
      queryKey: ['combine-versions', ...names],
      queryFn: async ({ signal }) => {
        const found = await lookUpVariables(call, names, { signal })
        if (!found.ok) throw new ApiError(found)
        return found.value
      },
    },
    queryClient,
  )
  return <QueryResult query={query}>{(versions) => <Proposal versions={versions} />}</QueryResult>
}

function Proposal({ versions }: { versions: readonly Variable[] }) {
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
      <CustomVariableBuilder initial={initial} />
    </>
  )
}
