import type { CorpusRequest } from '#tests/corpus/corpus-request.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'

/** These end a session, or are redirected. */
const LEFT_OUT: readonly string[] = ['/login', '/logout']

/** Every endpoint without input: whether it exists, needs a session, and which input it requires. */
export async function everyCall(...accounts: readonly CorpusRequest['as'][]): Promise<CorpusRequest[]> {
  const calls = (await contractCalls()).filter(({ path }) => !LEFT_OUT.includes(path))
  const sorted = calls.toSorted((one, other) =>
    `${one.path} ${one.method}` < `${other.path} ${other.method}` ? -1 : 1,
  )
  return accounts.flatMap((as) =>
    sorted.map(({ method, path }) => ({ as, method, path, ...(method === 'POST' && { body: {} }) })),
  )
}
