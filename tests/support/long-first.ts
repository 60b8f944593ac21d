import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that wait for processes of their own: begun last, they would keep one core waiting at the end. */
const LONG = [
  'kill.test.ts',
  'two-servers.test.ts',
  'running-server.test.ts',
  'durability.test.ts',
  'published.test.ts',
]

/** Begins the longest tests first; a fresh clone knows nothing of how long they took before. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
