import { useAtomValue } from 'jotai'
import type { Variable } from '#contract/shapes/entities.ts'
import { variableSimilar } from '#contract/variables.ts'
import { SAME_QUESTION_SCORE } from '#domain/limits.ts'
import { formatCount, wordFor } from '#domain/numbers.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { Button } from '#ui/button.tsx'
import styles from '#features/rules/rules.module.css'

interface OtherVersionsProps {
  variable: Variable
  onUse: (names: readonly string[]) => void
}

/** Other forms ask the same: their participants have no record of this one. */
export function OtherVersions({ variable, onUse }: OtherVersionsProps) {
  const isOffered = useAtomValue(isOfferedAtom)(variableSimilar) && variable.variableType === 'variable'
  const { data } = useCall({
    endpoint: variableSimilar,
    request: isOffered ? { variableName: variable.variableName } : null,
    key: 'similar',
    staleTime: 10 * 60_000,
  })
  const others = (data?.data ?? []).filter(
    ({ score, dataType }) => score >= SAME_QUESTION_SCORE && dataType === variable.dataType,
  )
  if (others.length === 0) return null
  const names = others.map(({ variableName }) => variableName)
  return (
    <p className={styles['hint']}>
      {names.join(', ')} {wordFor(names.length, 'asks', 'ask')} the same in{' '}
      {wordFor(names.length, 'another form', 'other forms')}.
      <Button size="small" variant="quiet" onClick={() => onUse(names)}>
        Any of these {formatCount(names.length + 1)}
      </Button>
    </p>
  )
}
