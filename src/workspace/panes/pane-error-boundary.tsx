import { Component, type ReactNode } from 'react'
import { UNEXPECTED_ERROR } from '#domain/messages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { isLoadError, NOT_LOADED } from '#workspace/screen-loading.ts'

interface PaneErrorBoundaryProps {
  /** A new URL resets the boundary. */
  url: string
  children: ReactNode
}

interface Failed {
  readonly error: Error | null
  readonly url: string
}

/** Limits a broken screen to its pane. */
export class PaneErrorBoundary extends Component<PaneErrorBoundaryProps, Failed> {
  override state: Failed = { error: null, url: this.props.url }

  static getDerivedStateFromError(error: unknown): Partial<Failed> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps({ url }: PaneErrorBoundaryProps, state: Failed): Partial<Failed> | null {
    return url === state.url ? null : { error: null, url }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (isLoadError(error)) {
      return (
        <Notice
          tone="error"
          title={NOT_LOADED}
          actions={
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
          }
        >
          The connection may be slow or broken, or a newer version was installed. Your unsaved work is kept.
        </Notice>
      )
    }
    return (
      <Notice
        tone="error"
        title={UNEXPECTED_ERROR}
        actions={
          <>
            <Button onClick={() => this.setState({ error: null })}>Try again</Button>
            <Button variant="quiet" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
          </>
        }
      >
        {error.message}
      </Notice>
    )
  }
}
