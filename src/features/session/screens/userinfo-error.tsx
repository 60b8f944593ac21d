import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { userinfoAtom, userinfoErrorAtom } from '#entities/session.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** The error of `GET /userinfo`; the text stays during a retry. */
export function UserinfoError() {
  const { isFetching, refetch } = useAtomValue(userinfoAtom)
  const error = useAtomValue(userinfoErrorAtom)
  const [last, setLast] = useState(error)
  if (!isFetching && error !== last) setLast(error)
  if (last === null) return null
  return (
    <Notice
      tone="error"
      title={last.message}
      actions={
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    />
  )
}
