import { useEffect, useRef } from 'react'
import { MINIMUM_VALUES } from '#domain/limits.ts'
import type { ValueRowProps } from '#features/custom-variables/values/value-row.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from '#features/custom-variables/values/value-list.module.css'

interface ValueActsProps extends Pick<ValueRowProps, 'place' | 'total' | 'canRemove' | 'onMove' | 'onRemove'> {
  title: string
  valueKey: string
}

/** Moves a value up or down, or removes it. */
export function ValueActs({ title, place, total, canRemove, valueKey, onMove, onRemove }: ValueActsProps) {
  const acts = useRef<HTMLSpanElement>(null)
  const pressed = useRef<{ act: string; to: number } | null>(null)
  // Moving an element in the page blurs it.
  useEffect(() => {
    if (pressed.current?.to !== place) return
    acts.current?.querySelector<HTMLElement>(`[data-act="${pressed.current.act}"]`)?.focus()
    pressed.current = null
  }, [place])
  const move = (act: string, to: number) => {
    if (to < 0 || to >= total) return
    pressed.current = { act, to }
    onMove(valueKey, to, title, total)
  }
  return (
    <span ref={acts} className={styles['acts']}>
      <Act
        act="up"
        label={`Move ${title} up`}
        path="M8 13V3M4 7l4-4 4 4"
        isOff={place === 0}
        because="This is the first value."
        onPress={() => move('up', place - 1)}
      />
      <Act
        act="down"
        label={`Move ${title} down`}
        path="M8 3v10M4 9l4 4 4-4"
        isOff={place === total - 1}
        because="This is the last value."
        onPress={() => move('down', place + 1)}
      />
      <Act
        act="remove"
        label={`Remove ${title}`}
        path="M4 4l8 8M12 4l-8 8"
        isOff={!canRemove}
        because={`At least ${MINIMUM_VALUES} values are needed.`}
        onPress={() => {
          if (canRemove) onRemove(valueKey)
        }}
      />
    </span>
  )
}

interface ActProps {
  act: string
  label: string
  path: string
  isOff: boolean
  because: string
  onPress: () => void
}

/** A disabled button keeps the focus. */
function Act({ act, label, path, isOff, because, onPress }: ActProps) {
  return (
    <Button
      size="small"
      variant="quiet"
      data-act={act}
      aria-label={label}
      aria-disabled={isOff}
      {...(isOff && { 'data-tooltip': because, 'aria-description': because })}
      onClick={onPress}
    >
      <Icon path={path} />
    </Button>
  )
}
