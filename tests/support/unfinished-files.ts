import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Names the files whose process ended before their last test did; vitest says only that a process ended. */
export class UnfinishedFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const unfinished = modules.filter((module) => ['queued', 'pending'].includes(module.state()))
    for (const { moduleId, project, children } of unfinished) {
      const open = [...children.allTests('pending')].map(({ fullName }) => fullName)
      process.stderr.write(`unfinished: ${project.name} ${relative('.', moduleId)} ${open.join(', ')}\n`)
    }
  }
}
