import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import type { sessionLog } from '#contract/study-files.ts'

export type LogEntry = ResponseOf<typeof sessionLog>['data'][number]

export const LOG_KEY = 'session-log'

interface LoggedStudy {
  readonly text: string
  readonly declarations: number
  /** Present objects of other projects, which are not in the text. */
  readonly elsewhere: number
}

/** What a session has made and changed in a project since an entry, as a study file: each object as it is now. */
export function loggedStudy(entries: readonly LogEntry[], projectId: number): LoggedStudy {
  const newest = new Map<string, LogEntry>()
  for (const entry of entries) {
    const object = `${entry.kind} ${entry.id}`
    // In the order of the last changes.
    newest.delete(object)
    if (entry.id !== null && entry.text !== null) newest.set(object, entry)
  }
  const present = [...newest.values()]
  const inside = present.filter((entry) => entry.projectId === projectId)
  return {
    text: inside.map(({ text }) => `${text}\n`).join('\n'),
    declarations: inside.length,
    elsewhere: present.length - inside.length,
  }
}
