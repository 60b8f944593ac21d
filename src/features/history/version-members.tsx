import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { rulesPreview } from '#contract/rules.ts'
import { rulesOfVersion, rulesSent } from '#contract/shapes/rules-of-definition.ts'
import { formatSize } from '#domain/numbers.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import type { ObjectVersion } from '#features/history/definition-fields.ts'
import { Button } from '#ui/button.tsx'

interface VersionMembersProps {
  cohortId: number
  version: ObjectVersion
}

/** Compares the individuals of an earlier definition, on the present data, with the saved members. */
export function VersionMembers({ cohortId, version: { definition } }: VersionMembersProps) {
  const [isAsked, setIsAsked] = useState(false)
  const isOffered = useAtomValue(isOfferedAtom)(rulesPreview)
  const rules = isOffered && definition.cohort ? rulesOfVersion(definition.cohort) : null
  const request = rules && { parentId: rules.parentId, rules: rulesSent(rules.top), cohortId }
  const query = useCall({ endpoint: rulesPreview, request: isAsked ? request : null, key: 'version-members' })
  if (request === null) return null
  if (!isAsked) {
    return (
      <div>
        <Button size="small" onClick={() => setIsAsked(true)}>
          Count this version
        </Button>
      </div>
    )
  }
  return (
    <QueryResult query={query}>
      {({ changes }) => (
        <p role="status">
          {changes === null
            ? 'The counts are suppressed.'
            : `On the present data ${formatSize(changes.stayed)} individuals are in both, ${formatSize(changes.entered)} in this version only, ${formatSize(changes.left)} in the present version only.`}
        </p>
      )}
    </QueryResult>
  )
}
