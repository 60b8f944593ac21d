import { CommandButton } from '#command-kit/command-button.tsx'
import type { Cohort, VariableSet } from '#contract/shapes/entities.ts'
import { countOf, formatCount, wordFor } from '#domain/numbers.ts'
import { useDefinedBy } from '#entities/rules/version-groups.ts'
import { Notice } from '#ui/notice.tsx'

/** The versions of questions that define a cohort and that a set lacks, if it has another version of the question. */
export function lackedVersions(
  versions: readonly (readonly string[])[],
  variables: readonly string[],
): readonly (readonly string[])[] {
  return versions.flatMap((names) => {
    const lacked = names.filter((name) => !variables.includes(name))
    return lacked.length > 0 && lacked.length < names.length ? [lacked] : []
  })
}

interface LackedVersionsProps {
  cohort: Cohort
  set: VariableSet
}

/** Offers to add the versions of a question that define the cohort: individuals may have answered these alone. */
export function LackedVersions({ cohort, set }: LackedVersionsProps) {
  const lacked = lackedVersions(useDefinedBy([cohort.cohortId])?.versions ?? [], set.variables)
  const names = [...new Set(lacked.flat())]
  if (names.length === 0) return null
  const questions = wordFor(lacked.length, 'a question', `${formatCount(lacked.length)} questions`)
  return (
    <Notice
      tone="warning"
      title={`“${cohort.name}” is defined by any version of ${questions}; “${set.name}” lacks ${countOf(names.length, 'version')}: ${names.join(', ')}.`}
      actions={
        <CommandButton id="variable-set.add" args={{ variableSetId: set.variableSetId, variableNames: names }}>
          {`Add the other ${countOf(names.length, 'version')} to the set`}
        </CommandButton>
      }
    />
  )
}
