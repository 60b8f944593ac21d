import { useAtomValue } from 'jotai'
import { useEffect, type ReactNode } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { filesInfo } from '#contract/downloads.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { sessionLog } from '#contract/study-files.ts'
import { momentInWords } from '#domain/moments.ts'
import { countOf } from '#domain/numbers.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { allCustomVariablesAtom } from '#entities/custom-variables/custom-variables.ts'
import { currentProjectAtom, projectName, projectsAtom } from '#entities/projects/projects.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { variableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { LOG_KEY, type LogEntry } from '#features/studies/log/logged-study.ts'
import { Notice } from '#ui/notice.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from '#features/studies/studies.module.css'
import stack from '#ui/stack.module.css'

const LISTS = new Set(['cohorts', 'variable-sets', 'custom-variables', 'projects'])

/** What the account did since it signed in, newest first: saved objects and downloaded files. */
export default function LogScreen() {
  const { queryClient } = useServices()
  useEffect(() => {
    const lists = queryClient.getQueryCache()
    return lists.subscribe((event) => {
      const isRead = event.type === 'updated' && event.action.type === 'success'
      // Each change of an object refetches one of these lists.
      if (isRead && LISTS.has(String(event.query.queryKey[0])))
        void queryClient.invalidateQueries({ queryKey: [LOG_KEY] })
    })
  }, [queryClient])
  const log = useCall({ endpoint: sessionLog, request: {}, key: LOG_KEY, staleTime: 0 })
  const hasFiles = useAtomValue(isOfferedAtom)(filesInfo)
  const files = useCall({ endpoint: filesInfo, request: hasFiles ? {} : null, key: 'session-files', staleTime: 0 })
  return (
    <div className={stack['screen']}>
      <QueryResult query={log}>
        {({ since, data }) => <Log since={since} entries={data} files={files.data?.data ?? []} />}
      </QueryResult>
    </div>
  )
}

type File = ResponseOf<typeof filesInfo>['data'][number]

interface LogProps {
  since: string
  entries: readonly LogEntry[]
  files: readonly File[]
}

function Log({ since, entries, files }: LogProps) {
  const lines = [
    ...entries.map((entry) => ({ at: entry.at, key: `${entry.at} ${entry.kind} ${entry.id}`, entry, file: null })),
    ...files
      .filter(({ madeAt }) => madeAt >= since)
      .map((file) => ({ at: file.madeAt, key: file.fileId, entry: null, file })),
  ].sort((one, other) => (one.at < other.at ? 1 : -1))
  const newest = new Set(new Map(entries.map((entry) => [`${entry.kind} ${entry.id ?? entry.name}`, entry])).values())
  if (lines.length === 0) {
    return (
      <Notice title={`Nothing was saved or downloaded since ${momentInWords(since)}.`}>
        <CommandLink id="cohort.build" args={{}}>
          Build a cohort
        </CommandLink>
      </Notice>
    )
  }
  return (
    <>
      <div className={stack['row']}>
        <p role="status" className={stack['muted']}>
          {countOf(lines.length, 'step')} since {momentInWords(since)}, newest first
        </p>
        <CommandButton id="study.copy-log" args={{}} size="small">
          Copy as study file
        </CommandButton>
      </div>
      <ol className={styles['list']} aria-label="Command log">
        {lines.map(({ at, key, entry, file }) => (
          <li key={key} className={styles['change']}>
            <span className={styles['step']}>
              {entry ? <EntryLine entry={entry} isNewest={newest.has(entry)} /> : <FileLine file={file} />}
              <span className={styles['when']}>
                <time dateTime={at}>{momentInWords(at).split(' ').at(-1)}</time>
                {entry?.text && (
                  <CommandButton id="study.copy-log" args={{ since: at }} size="small" variant="quiet">
                    Copy from here
                  </CommandButton>
                )}
              </span>
            </span>
            {entry?.text && <pre className={styles['texts']}>{entry.text}</pre>}
          </li>
        ))}
      </ol>
    </>
  )
}

const ACTIONS = {
  make: 'New',
  edit: 'Edited',
  replace: 'Changed',
  rerun: 'Run again',
  restore: 'Restored',
  delete: 'Deleted',
} as const
const KINDS = { project: 'project', cohort: 'cohort', construct: 'custom variable', varset: 'variable set' } as const

function EntryLine({ entry, isNewest }: { entry: LogEntry; isNewest: boolean }) {
  const { action, kind } = entry
  const current = useAtomValue(currentProjectAtom)
  const projects = useAtomValue(projectsAtom).data ?? []
  const isElsewhere = kind !== 'project' && entry.projectId !== current?.projectId
  const project = isElsewhere ? projects.find(({ projectId }) => projectId === entry.projectId) : undefined
  return (
    <span className={stack['row']}>
      <Tag label={ACTIONS[action]} />
      <strong>
        <ObjectLink entry={entry} />
      </strong>
      <span className={stack['muted']}>
        {KINDS[kind]}
        {project && `, in ${projectName(project)}`}
      </span>
      {isNewest && <Effect entry={entry} />}
    </span>
  )
}

function ObjectLink({ entry: { kind, id, name } }: { entry: LogEntry }): ReactNode {
  if (kind === 'construct') {
    return id === null ? (
      name
    ) : (
      <CommandLink id="variable.show" args={{ variableName: name }}>
        {name}
      </CommandLink>
    )
  }
  if (id === null) return name
  switch (kind) {
    case 'project':
      return (
        <CommandLink id="project.show" args={{ projectId: id }}>
          {name}
        </CommandLink>
      )
    case 'cohort':
      return (
        <CommandLink id="cohort.show" args={{ cohortId: id }}>
          {name}
        </CommandLink>
      )
    case 'varset':
      return (
        <CommandLink id="variable-set.show" args={{ variableSetId: id }}>
          {name}
        </CommandLink>
      )
  }
}

/** The size of the object as it is now, beside its newest definition alone: "2,163 individuals now". */
function Effect({ entry: { kind, id } }: { entry: LogEntry }) {
  const cohorts = useAtomValue(cohortsAtom).data ?? []
  const sets = useAtomValue(variableSetsAtom).data ?? []
  const variables = useAtomValue(allCustomVariablesAtom).data ?? []
  if (id === null) return <span>It is deleted.</span>
  const words = {
    project: () => '',
    cohort: () => sizeWords(cohorts.find(({ cohortId }) => cohortId === id)?.rowCount, 'individual'),
    varset: () => sizeWords(sets.find(({ variableSetId }) => variableSetId === id)?.variables.length, 'variable'),
    construct: () => sizeWords(variables.find(({ constructId }) => constructId === id)?.observations, 'observation'),
  }[kind]()
  return words === '' ? null : <span>{words} now</span>
}

/** A suppressed count is null, an unknown one undefined. */
function sizeWords(size: number | null | undefined, unit: string): string {
  if (size === undefined) return ''
  return size === null ? `hidden ${unit}s` : countOf(size, unit)
}

function FileLine({ file: { fileId, fileName, cohortName, setName, rows, variables } }: { file: File }) {
  return (
    <span className={stack['row']}>
      <Tag label="Downloaded" />
      <strong>
        <CommandLink id="download-file.show" args={{ fileId }}>
          {fileName}
        </CommandLink>
      </strong>
      <span className={stack['muted']}>
        {cohortName}, {setName}
      </span>
      <span>
        {countOf(rows, 'row')}, {countOf(variables, 'variable')}
      </span>
    </span>
  )
}
