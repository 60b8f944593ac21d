import { lazy, Suspense, useMemo } from 'react'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { CustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import { CustomVariableBuilder } from '#features/custom-variables/builder/custom-variable-builder.tsx'
import { emptyCustomVariable } from '#features/custom-variables/draft.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const loadBuilders = () => import('#features/custom-variables/builder/builder-from-saved.tsx')
const CombineVersions = lazy(async () => ({ default: (await loadBuilders()).CombineVersions }))
const StartFrom = lazy(async () => ({ default: (await loadBuilders()).StartFrom }))

/** Initial sources, or the custom variable to start from. */
interface Begun {
  readonly variableNames?: readonly string[]
  readonly from?: string
  /** The variables are versions of one question. */
  readonly areVersions?: boolean
  /** The definition of that custom variable is edited. */
  readonly isEdit?: boolean
}

/** Groups the answers of one variable into fewer values. */
export function DowncodeScreen({ args }: ScreenProps<Begun>) {
  return <BuilderScreen kind="downcode" {...args} />
}

/** Assigns a value to each combination of two variables. */
export function TwoVariablesScreen({ args }: ScreenProps<Begun>) {
  return <BuilderScreen kind="merge" {...args} />
}

/** Defines each value by conditions on any number of variables. */
export function ManyVariablesScreen({ args }: ScreenProps<Begun>) {
  return <BuilderScreen kind="multiple" {...args} />
}

interface BuilderScreenProps extends Begun {
  kind: CustomVariableKind
}

function BuilderScreen({ kind, variableNames, from, areVersions = false, isEdit = false }: BuilderScreenProps) {
  const asked = variableNames?.join(',') ?? ''
  if (from !== undefined) {
    return (
      <Suspense fallback={<Skeleton />}>
        <StartFrom key={from} kind={kind} name={from} isEdit={isEdit} />
      </Suspense>
    )
  }
  if (areVersions && variableNames) {
    return (
      <Suspense fallback={<Skeleton />}>
        <CombineVersions key={asked} names={variableNames} />
      </Suspense>
    )
  }
  return <Begin key={asked} kind={kind} asked={asked} />
}

function Begin({ kind, asked }: { kind: CustomVariableKind; asked: string }) {
  const initial = useMemo(() => emptyCustomVariable(kind, asked.split(',').filter(Boolean)), [kind, asked])
  return <CustomVariableBuilder initial={initial} />
}
