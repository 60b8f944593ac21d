import { CommandButton } from '#command-kit/command-button.tsx'
import type { Cohort, VariableSet } from '#contract/shapes/entities.ts'
import { countOf } from '#domain/numbers.ts'
import { lackedVersions, lackedWords } from '#domain/question-versions.ts'
import { useDefinedBy } from '#entities/rules/version-groups.ts'
import { Notice } from '#ui/notice.tsx'

interface LackedVersionsProps {
  cohort: Cohort
  set: VariableSet
}

/** Offers to add the versions of a question that define the cohort: individuals may have answered these alone. */
export function LackedVersions({ cohort, set }: LackedVersionsProps) {
  const lacked = lackedVersions(useDefinedBy([cohort.cohortId]) ?? [], set.variables)
  const names = [...new Set(lacked.flat())]
  if (names.length === 0) return null
  return (
    <Notice
      tone="warning"
      title={lackedWords(lacked, { cohortName: cohort.name, setName: set.name })}
      actions={
        <CommandButton id="variable-set.add" args={{ variableSetId: set.variableSetId, variableNames: names }}>
          {`Add the other ${countOf(names.length, 'version')} to the set`}
        </CommandButton>
      }
    />
  )
}
