import { rulesOfVersion } from '#contract/shapes/rules-of-definition.ts'
import { RuleDiffTable } from '#entities/rules/rule-diff-table.tsx'
import type { CohortNames, ObjectDefinition } from '#features/history/definition-fields.ts'
import { DifferenceList } from '#features/history/difference-list.tsx'
import { differencesBetween } from '#features/history/differences.ts'

interface VersionDifferencesProps {
  from: ObjectDefinition
  to: ObjectDefinition
  /** Headings of the two definitions. */
  titles: readonly [from: string, to: string]
  nameOf: CohortNames
  /** Said if there are no differences. */
  otherwise: string
}

/** Fields that the table of rules shows. */
const RULE_FIELDS = new Set(['Definition', 'Match', 'Rules'])

/** The differences of two versions; those of a cohort by rule. */
export function VersionDifferences({ from, to, titles, nameOf, otherwise }: VersionDifferencesProps) {
  const differences = differencesBetween(from, to, nameOf)
  const [one, other] = [from.cohort && rulesOfVersion(from.cohort), to.cohort && rulesOfVersion(to.cohort)]
  const isRedefined = differences.some(({ label }) => RULE_FIELDS.has(label))
  if (!one || !other || !isRedefined) return <DifferenceList differences={differences} otherwise={otherwise} />
  const others = differences.filter(({ label }) => !RULE_FIELDS.has(label))
  return (
    <>
      {others.length > 0 && <DifferenceList differences={others} otherwise={otherwise} />}
      <RuleDiffTable from={one} to={other} titles={titles} names={{ cohort: nameOf, variable: () => undefined }} />
    </>
  )
}
