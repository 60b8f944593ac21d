import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import type { Variable } from '#contract/shapes/entities.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { hasSeveralCodes, isCategory, isDateType, isNumber } from '#domain/data-types.ts'
import { TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { hasDisclosureControlAtom, isOfferedAtom } from '#entities/session/session.ts'
import { Button } from '#ui/button.tsx'

const Picture = lazy(() => import('#entities/distributions/outcome-picture.tsx'))

export interface ConditionPictureProps {
  variable: Variable
  /** Null for an empty condition. */
  condition: Condition | null
  onChange: (condition: Condition) => void
  /** The cohort whose answers are drawn. */
  cohortId: number
}

/** The answers as bars that set the condition, in a room of their height; nothing for texts and flags. */
export function ConditionPicture(props: ConditionPictureProps) {
  const { dataType, possibleValues } = props.variable
  const isHistogram = isNumber(dataType) || isDateType(dataType)
  // By name: the schemas of the endpoints load with the picture.
  const capability = isDateType(dataType) ? 'number-summary' : 'distribution'
  const isOffered = useAtomValue(isOfferedAtom)({ capability })
  const [isAsked, setIsAsked] = useState(false)
  const isLate = useAtomValue(hasDisclosureControlAtom) && !isAsked
  const codes = isCategory(dataType) || hasSeveralCodes(dataType) ? possibleValues.length : 0
  if (!isOffered || (!isHistogram && codes === 0)) return null
  const minHeight = isHistogram ? HISTOGRAM_ROOM : Math.min(codes, TOP_ANSWERS_SHOWN) * CODE_ROOM + LEGEND_ROOM
  return (
    <div style={{ minHeight, gridColumn: '1 / -1' }}>
      {isLate ? (
        <Button size="small" variant="quiet" onClick={() => setIsAsked(true)}>
          Draw the answers
        </Button>
      ) : (
        <Suspense>
          <Picture {...props} />
        </Suspense>
      )}
    </div>
  )
}

/** Pixels: bars with their axis; a bar of a category; the words below. */
const HISTOGRAM_ROOM = 190
const CODE_ROOM = 27
const LEGEND_ROOM = 24
