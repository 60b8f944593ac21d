import { lazy, Suspense, useMemo } from 'react'
import type { CustomVariableKind } from '#domain/custom-variables.ts'
import { emptyCustomVariable } from '#features/custom-variables/draft.ts'
import { CustomVariableBuilder } from '#features/custom-variables/parts/custom-variable-builder.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const CombineVersionsBuilder = lazy(() => import('#features/custom-variables/parts/combine-versions-builder.tsx'))
const StartFrom = lazy(() => import('#features/custom-variables/parts/start-from.tsx'))

/** Initial sources, or the custom variable to start from. */
export interface Begun {
  readonly variableNames?: readonly string[]
  readonly from?: string
  /** The variables are versions of one question. */
  readonly areVersions?: boolean
}

interface BuilderScreenProps extends Begun {
  kind: CustomVariableKind
}

export function BuilderScreen({ kind, variableNames, from, areVersions = false }: BuilderScreenProps) {
  const asked = variableNames?.join(',') ?? ''
  if (from !== undefined) {
    return (
      <Suspense fallback={<Skeleton />}>
        <StartFrom key={from} kind={kind} name={from} />
      </Suspense>
    )
  }
  if (areVersions && variableNames) {
    return (
      <Suspense fallback={<Skeleton />}>
        <CombineVersionsBuilder key={asked} names={variableNames} />
      </Suspense>
    )
  }
  return <Begin key={asked} kind={kind} asked={asked} />
}

function Begin({ kind, asked }: { kind: CustomVariableKind; asked: string }) {
  const initial = useMemo(() => emptyCustomVariable(kind, asked.split(',').filter(Boolean)), [kind, asked])
  return <CustomVariableBuilder initial={initial} />
}
