import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Popup } from '#ui/overlays/popup.tsx'
import popup from '#ui/overlays/popup.module.css'

interface ColumnMenuProps {
  name: string
  cohortId: number
  /** The cohorts in the order of their columns. */
  cohortIds: readonly number[]
  onMove: (cohortIds: readonly number[], cohortId: number) => void
  /** Takes the focus when it is mounted: its column was moved. */
  isMoved: boolean
}

/** Moves the column of a cohort by one place. */
export function ColumnMenu({ name, cohortId, cohortIds, onMove, isMoved }: ColumnMenuProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const place = cohortIds.indexOf(cohortId)
  useEffect(() => {
    if (isMoved) frame.current?.querySelector('button')?.focus()
  }, [isMoved])
  const others = cohortIds.filter((id) => id !== cohortId)
  const moves = [
    { words: 'Move left', to: place - 1 },
    { words: 'Move right', to: place + 1 },
  ].filter(({ to }) => to >= 0 && to < cohortIds.length)
  return (
    <span ref={frame}>
      <Popup label={`Column ${name}`} sign="⋯" isMenu>
        {(close) =>
          moves.map(({ words, to }) => (
            <div key={words} className={popup['entry']}>
              <Button
                variant="quiet"
                className={popup['command'] ?? ''}
                onClick={() => {
                  close()
                  onMove(others.toSpliced(to, 0, cohortId), cohortId)
                }}
              >
                {words}
              </Button>
            </div>
          ))
        }
      </Popup>
    </span>
  )
}
