import { useAtomValue } from 'jotai'
import { cohortOverlap, cohortPreview } from '#contract/cohorts.ts'
import type { SetOperation } from '#domain/cohorts.ts'
import { capabilitiesAtom } from '#entities/session.ts'
import { useCall } from '#entities/use-call.ts'
import { compoundRequest, type CompoundDraft } from '#features/cohorts/compound-draft.ts'
import { totalOf } from '#features/cohorts/cohort-draft.ts'
import { sizeOfOperation, sizesOfOverlap, type SetSizes } from '#features/cohorts/set-sizes.ts'

/** A size that is still being asked for. */
export const PENDING = 'pending'
export type Size = number | null | typeof PENDING

/**
 * The sizes of all three operations before one is chosen: of one answer where the back end tells how cohorts overlap,
 * else of a preview each.
 */
export function useSetSizes(draft: CompoundDraft): {
  /** Null where the back end does not tell them, or not yet. */
  sizes: SetSizes | null
  sizeOf: (operation: SetOperation) => Size
} {
  const canTell = useAtomValue(capabilitiesAtom).includes('overlap')
  const { parentId, secondId } = draft
  const isPair = secondId !== null && secondId !== parentId
  const overlap = useCall({
    endpoint: cohortOverlap,
    request: canTell && isPair ? { cohortids: [parentId, secondId] } : null,
    key: 'overlap',
  })
  const asked = canTell || !isPair ? null : draft
  const previews: Record<SetOperation, Size> = {
    UNION: usePreviewedSize(asked, 'UNION'),
    SUBTRACT: usePreviewedSize(asked, 'SUBTRACT'),
    INTERSECT: usePreviewedSize(asked, 'INTERSECT'),
  }
  const sizes =
    isPair && overlap.data && !overlap.isPlaceholderData && !overlap.isError
      ? sizesOfOverlap(overlap.data.data, parentId, secondId)
      : null
  return {
    sizes,
    sizeOf: (operation) => {
      if (!canTell) return previews[operation]
      return sizes === null ? PENDING : sizeOfOperation(sizes, operation)
    },
  }
}

function usePreviewedSize(draft: CompoundDraft | null, operation: SetOperation): Size {
  const request = draft && compoundRequest(draft, operation)
  const preview = useCall({ endpoint: cohortPreview, request, key: 'cohort-preview' })
  if (preview.isError) return null
  return preview.data === undefined || preview.isPlaceholderData ? PENDING : totalOf(preview.data.data)
}
