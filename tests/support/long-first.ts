import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests with child processes: started last, they would leave one core idle. */
const LONG = [
  'kill.test.ts',
  'two-servers.test.ts',
  'running-server.test.ts',
  'durability.test.ts',
  'published.test.ts',
]

/** Starts the longest tests first, by the durations of the last run. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
