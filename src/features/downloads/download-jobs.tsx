import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { countOf, formatCount, formatBytes } from '#domain/numbers.ts'
import { isOver, isUnderWay, jobsAtom, type DownloadJob } from '#features/downloads/jobs.ts'
import { useFocusFallback } from '#ui/use-focus-after-removal.ts'
import styles from '#features/downloads/download-jobs.module.css'
import stack from '#ui/stack.module.css'

/** The downloads of this session and their progress; independent of the panes. */
export function DownloadJobs() {
  const jobs = useAtomValue(jobsAtom)
  if (jobs.length === 0) return null
  return (
    <section className={stack['section']} aria-label="Downloads">
      <h2>Downloads</h2>
      <ul className={styles['jobs']}>
        {jobs.map((job) => (
          <Job key={job.id} job={job} />
        ))}
      </ul>
    </section>
  )
}

function Job({ job }: { job: DownloadJob }) {
  const { id, file, url, state, rows } = job
  const share = file.bundle === null && file.totalRows !== null ? Math.min(1, rows / Math.max(1, file.totalRows)) : null
  const keptFocus = useFocusFallback<HTMLLIElement>()
  return (
    <li className={styles['job']} data-state={state} {...keptFocus}>
      <strong className={styles['name']}>{file.name}</strong>
      <span>
        {isUnderWay(job) && (
          <CommandButton id="download.cancel" args={{ jobId: id }} size="small" label={`Cancel ${file.name}`}>
            Cancel
          </CommandButton>
        )}
        {isOver(job) && (
          <CommandButton id="download.retry" args={{ jobId: id }} size="small" label={`Retry ${file.name}`}>
            Retry
          </CommandButton>
        )}
      </span>
      {isUnderWay(job) && (
        <progress
          className={styles['bar']}
          aria-label={`Progress of ${file.name}`}
          {...(state === 'running' && share !== null && { value: share })}
        />
      )}
      <span className={styles['words']}>
        <span role={state === 'failed' ? 'alert' : 'status'} className={styles['state']}>
          {stateWords(job)}
        </span>
        <span>{amountWords(job)}</span>
        {!isUnderWay(job) && (
          <span>
            {state === 'done' || state === 'handed-over' ? 'Nothing saved? ' : 'Or '}
            <a href={url} download={file.name}>
              {state === 'done' || state === 'handed-over' ? 'Download' : 'download'} {file.name} by hand
            </a>
          </span>
        )}
      </span>
    </li>
  )
}

/** A download's state as a live text that changes rarely. */
function stateWords({ state, ahead, message }: DownloadJob): string {
  switch (state) {
    case 'waiting':
      return ahead === null
        ? 'Waiting for the server'
        : `Waiting: ${ahead === 0 ? 'the next' : `${ahead} before it`} in the queue`
    case 'running':
      return 'Downloading'
    case 'done':
      return message || 'Done'
    case 'handed-over':
      return 'Your browser saves the file and shows the progress'
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return message
  }
}

/** Progress: rows, bytes, and bytes per second. */
function amountWords({ file, state, rows, bytes, seconds }: DownloadJob): string {
  if (bytes === 0) return ''
  const ofAll = file.totalRows === null || state === 'done' ? '' : ` of ${formatCount(file.totalRows)}`
  return [
    ...(file.bundle === null ? [ofAll === '' ? countOf(rows, 'row') : `${formatCount(rows)}${ofAll} rows`] : []),
    formatBytes(bytes),
    ...(seconds > 0 ? [`${formatBytes(bytes / seconds)}/s`] : []),
  ].join(' · ')
}
