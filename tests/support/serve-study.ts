import { onTestFinished } from 'vitest'
import type { Study } from '#tests/support/study.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

/** A server of a study, closed at the end of the test. */
export async function serveStudy(study: Study, minimumCell = 0): Promise<TestServer> {
  const server = await createTestServer({ study, minimumCell })
  onTestFinished(() => server.close())
  return server
}
