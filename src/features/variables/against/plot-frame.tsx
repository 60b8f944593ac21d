import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { TwoVariables } from '#contract/shapes/entities.ts'
import { Narrow } from '#entities/counts/narrow.tsx'
import { isAsInCohortAtom } from '#entities/session/session.ts'
import { FILE_WIDTH, type PlotPicture } from '#features/variables/against/against-pictures.ts'
import { ReadableDrawingView } from '#ui/charts/readable-drawing.tsx'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import styles from '#features/variables/screens/variable.module.css'

interface PlotFrameProps {
  picture: PlotPicture
  table: TwoVariables
  cohortId: number
}

/** The picture, and a line about the area that was read last, with a cohort of its individuals. */
export function PlotFrame({ picture, table, cohortId }: PlotFrameProps) {
  const [active, setActive] = useState(picture.start)
  const isAsInCohort = useAtomValue(isAsInCohortAtom)
  const { areas } = picture.drawAt(FILE_WIDTH)
  const area = areas.find(({ place }) => place === active) ?? areas[0]
  const where = area ? picture.whereOf(area.place) : []
  // A cohort would hold the individuals of all collections.
  const isLinked = isAsInCohort(table.leftOut) && where.length > 0
  return (
    <>
      <PictureFrame picture={picture}>
        <ReadableDrawingView name={picture.name} draw={picture.drawAt} columns={picture.columns} onActive={setActive} />
      </PictureFrame>
      {area && (
        <p className={styles['read']}>
          {area.words}.{' '}
          {isLinked && (
            <Narrow words={area.words} look="sentence" parentId={cohortId} where={where}>
              New cohort of these
            </Narrow>
          )}
        </p>
      )}
    </>
  )
}
