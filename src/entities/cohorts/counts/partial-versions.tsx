import { useMemo } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import { versionWords } from '#domain/question-versions.ts'
import { useOtherVersions } from '#entities/variables/other-versions.ts'
import stack from '#ui/stack.module.css'

interface PartialVersionsProps {
  cohortId: number
  sex: string
  age: string
}

/** Says that sex or age is one of several versions, and leads to the table that joins them. */
export default function PartialVersions({ cohortId, sex, age }: PartialVersionsProps) {
  const questions = useMemo(() => [{ names: [sex] as const }, { names: [age] as const }], [sex, age])
  const others = useOtherVersions(questions)
  if (others.size === 0) return null
  const partial = [...others].map(([name, more]) => `${name}: ${versionWords(1, 1 + more.length)}`)
  const variableNames = [sex, age].flatMap((name) => [name, ...(others.get(name) ?? [])])
  return (
    <p className={stack['muted']}>
      {partial.join('; ')}. Comparisons join all versions.{' '}
      <CommandLink id="cohorts.describe" args={{ cohortIds: [cohortId], variableNames }}>
        Describe all versions
      </CommandLink>
    </p>
  )
}
