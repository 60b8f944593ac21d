import type { ReactNode } from 'react'
import styles from '#features/cohorts/overview/overview.module.css'
import stack from '#ui/stack.module.css'

interface PanelProps {
  title: string
  /** Beside the title. */
  action?: ReactNode
  /** Its counts come after those of the cohort. */
  isLate?: boolean
  children: ReactNode
}

/** One picture of the overview; all have one height, so that late counts move nothing. */
export function Panel({ title, action, isLate = false, children }: PanelProps) {
  return (
    <section className={styles['panel']} aria-label={title} data-late={isLate}>
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
