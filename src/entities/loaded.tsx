import type { ReactNode } from 'react'
import type { Resource } from '#entities/resource.ts'
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

/** The same for a request that follows an edit: a failure is shown even beside older data. */
export function QueryResult<Value>({
  query,
  children,
}: {
  query: Resource<Value> & { readonly isError: boolean }
  children: (value: Value) => ReactNode
}) {
  const data = query.isError ? undefined : query.data
  return <Loaded resource={{ ...query, data }}>{children}</Loaded>
}
