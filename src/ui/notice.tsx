import type { ReactNode } from 'react'
import styles from '#ui/notice.module.css'

interface NoticeProps {
  title: string
  tone?: 'plain' | 'warning' | 'error'
  children?: ReactNode
  /** Buttons for the next step. */
  actions?: ReactNode
}

export function Notice({ title, tone = 'plain', children, actions }: NoticeProps) {
  return (
    <div className={styles['notice']} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <p className={styles['title']}>{title}</p>
      {children !== undefined && <div className={styles['body']}>{children}</div>}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
