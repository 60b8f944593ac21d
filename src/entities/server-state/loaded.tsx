import type { ReactNode } from 'react'
import { ApiError } from '#api/result.ts'
import type { Resource } from '#entities/server-state/resource.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface LoadedProps<Value> {
  resource: Resource<Value>
  children: (value: Value) => ReactNode
  skeleton?: ReactNode
  /** Shown above the error's own text. */
  failure?: string
}

/** The three states of a resource: loading, failed (with retry), loaded. */
export function Loaded<Value>({ resource, children, skeleton, failure }: LoadedProps<Value>) {
  if (resource.data !== undefined) return children(resource.data)
  if (resource.error) {
    return (
      <Notice
        tone="error"
        title={failure ?? resource.error.message}
        actions={<Button onClick={() => void resource.refetch()}>Try again</Button>}
      >
        {failure === undefined ? undefined : resource.error.message}
      </Notice>
    )
  }
  return skeleton ?? <Skeleton />
}

const UNPROCESSABLE = 422

/**
 * The same for a request that follows an edit: a failure is shown even beside older data, of an invalid definition the
 * server's reason alone.
 */
export function QueryResult<Value>({
  query,
  children,
  skeleton,
}: Pick<LoadedProps<Value>, 'children' | 'skeleton'> & {
  query: Resource<Value> & { readonly isError: boolean }
}) {
  const data = query.isError ? undefined : query.data
  const { error } = query
  const reason =
    error instanceof ApiError && error.failure.status === UNPROCESSABLE ? error.failure.serverMessage : null
  const resource = { ...query, data, error: reason === null ? error : new Error(reason) }
  return (
    <Loaded resource={resource} skeleton={skeleton}>
      {children}
    </Loaded>
  )
}
