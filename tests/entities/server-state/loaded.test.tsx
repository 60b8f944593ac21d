import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '#api/result.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'

afterEach(cleanup)

const SENTENCE = 'Unable to get custom Variables.'

function Failed({ status }: { status: number }) {
  const serverMessage = 'MOOD has no codes that are numbers: use COUNT or IF.'
  const message = `Unprocessable Entity. ${serverMessage} ${SENTENCE}`
  const error = new ApiError({ ok: false, status, message, serverMessage, context: SENTENCE, issues: [] })
  const query = { data: 1, error, isError: true, isPending: false, isFetching: false, refetch: () => Promise.resolve() }
  return <QueryResult query={query}>{(data) => <p>{data}</p>}</QueryResult>
}

it('shows the reason of an invalid definition alone, and of other failures the whole message', () => {
  render(<Failed status={422} />)
  expect(screen.getByRole('alert').textContent).toMatch(/^MOOD has no codes that are numbers: use COUNT or IF\./)
  expect(screen.queryByText(SENTENCE, { exact: false })).toBeNull()
  cleanup()
  render(<Failed status={500} />)
  expect(screen.getByRole('alert').textContent).toContain(SENTENCE)
})
