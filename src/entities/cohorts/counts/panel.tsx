import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import styles from '#entities/cohorts/counts/panels.module.css'
import stack from '#ui/stack.module.css'

interface PanelProps {
  title: string
  /** Shown beside the title. */
  action?: ReactNode
  /** Whether its counts arrive after those of the cohort. */
  isLate?: boolean
  /** Arrow keys move between its bars. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  onFocus?: (event: FocusEvent<HTMLElement>) => void
  children: ReactNode
}

/** One picture of the overview; all have one height, so that late counts move nothing. */
export function Panel({ title, action, isLate = false, children, ...handlers }: PanelProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for its links
    <section className={styles['panel']} aria-label={title} data-late={isLate} {...handlers}>
      <div className={styles['head']}>
        <h3>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Not a skeleton, which would hide the sections below until the counts are there. */
export function Waiting() {
  return (
    <p className={stack['muted']} role="status">
      Counting…
    </p>
  )
}

export const HIDDEN_NOTE = 'Not shown: small counts of collections that you may not read are suppressed.'

/** The title of a panel that is loaded later. */
export const SEX_AND_AGE = 'Sex and age'
