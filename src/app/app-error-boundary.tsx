import { Component, type ErrorInfo, type ReactNode } from 'react'
import { UNEXPECTED_ERROR } from '#domain/messages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from '#app/app.module.css'

/** The outermost error boundary. */
export class AppErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className={styles['failed']}>
        <Notice
          tone="error"
          title={UNEXPECTED_ERROR}
          actions={
            <>
              <Button variant="primary" onClick={() => window.location.reload()}>
                Reload the page
              </Button>
              <Button variant="quiet" onClick={() => window.location.assign('/')}>
                Back to the dashboard
              </Button>
            </>
          }
        >
          The page failed. Your unsaved work is kept in this browser.
        </Notice>
      </main>
    )
  }
}
