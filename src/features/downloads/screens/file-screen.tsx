import { copyText } from '#command-kit/clipboard.ts'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { fileInfo } from '#contract/downloads.ts'
import { citationBibtex, citationText } from '#domain/citation.ts'
import { momentInWords } from '#domain/moments.ts'
import { countOf, formatBytes, formatCount, wordFor } from '#domain/numbers.ts'
import { withdrawnFromFile } from '#domain/releases.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { DownloadJobs } from '#features/downloads/download-jobs.tsx'
import {
  citedFile,
  DOWNLOAD_FILES_KEY,
  leftOutWords,
  type EarlierFile,
} from '#features/downloads/files/compared-file.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DetailPage, ObjectBar } from '#workspace/detail/detail-page.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/downloads/screens/file.module.css'
import stack from '#ui/stack.module.css'

/** A file that the user downloaded: citation, definitions, and the same file again. */
export default function FileScreen({ args }: ScreenProps<{ readonly fileId: string }>) {
  const { fileId } = args
  const query = useCall({ endpoint: fileInfo, request: { fileId }, key: DOWNLOAD_FILES_KEY, staleTime: 0 })
  return (
    <QueryResult query={query} skeleton={<Skeleton shape="page" />}>
      {(earlier) => <KnownFile earlier={earlier} />}
    </QueryResult>
  )
}

function KnownFile({ earlier }: { earlier: EarlierFile }) {
  const { file, definitions, again, prevented, leftOut, withdrawn } = earlier
  const { fileId } = file
  usePaneActions({
    'methods.copy': { available: true, run: () => copyText(citationText(citedFile(file))) },
  })
  const bar = (
    <ObjectBar
      fact={formatCount(file.rows)}
      unit={`${wordFor(file.rows, 'individual')} × ${countOf(file.variables, 'variable')}`}
      definition={`${file.cohortName} with the variable set ${file.setName}`}
      primary={prevented === null ? { id: 'download-file.make-again', args: { fileId } } : null}
      secondary={[
        { id: 'download-file.copy-citation', args: { fileId } },
        { id: 'download-file.copy-citation', args: { fileId, form: 'bibtex' }, label: 'Copy as BibTeX' },
      ]}
      more={[]}
    />
  )
  return (
    <DetailPage bar={bar} inspector={<Facts earlier={earlier} />}>
      {prevented !== null && <Notice title="This file cannot be made again.">{prevented}</Notice>}
      {withdrawn !== null && withdrawn > 0 && (
        <Notice title="The same file would have fewer rows.">{withdrawnFromFile(withdrawn)}</Notice>
      )}
      {prevented === null && leftOut.length > 0 && (
        <Notice title="The same file would have fewer rows.">
          {`Since it was made, ${leftOutWords(leftOut)}. They are left out.`}
        </Notice>
      )}
      <DownloadJobs />
      <section className={stack['section']} aria-label="Citation">
        <h2>Citation</h2>
        <p className={styles['citation']}>{citationText(citedFile(file))}</p>
        <Code label="BibTeX" text={citationBibtex(citedFile(file))} />
      </section>
      <section className={stack['section']} aria-label="Made again">
        <h2>Made again</h2>
        {again.length === 0 ? (
          <p className={stack['muted']}>Not yet.</p>
        ) : (
          <ul>
            {again.map(({ madeAt, sha256 }) => (
              <li key={madeAt}>
                {momentInWords(madeAt)}
                {file.sha256 !== null && (sha256 === file.sha256 ? ': the same bytes' : ': other bytes')}
              </li>
            ))}
          </ul>
        )}
      </section>
      {definitions !== null && (
        <section className={stack['section']} aria-label="Definitions">
          <h2>Definitions</h2>
          <Code label="Definitions as JSON" text={definitions} />
        </section>
      )}
    </DetailPage>
  )
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions need keyboard access
    <pre className={styles['code']} tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  )
}

function Facts({ earlier: { file } }: { earlier: EarlierFile }) {
  return (
    <dl className={stack['facts']}>
      <dt>File</dt>
      <dd>{file.fileName}</dd>
      <dt>Made</dt>
      <dd>{momentInWords(file.madeAt)}</dd>
      <dt>By</dt>
      <dd>{file.software}</dd>
      <dt>Data release</dt>
      <dd>
        {file.release === null ? (
          'undone'
        ) : (
          <CommandLink id="releases.show" args={{}}>
            {file.release}
          </CommandLink>
        )}
      </dd>
      <dt>Size</dt>
      <dd>{file.bytes === null ? 'deleted' : formatBytes(file.bytes)}</dd>
      <dt>SHA-256</dt>
      <dd>{file.sha256 === null ? 'deleted' : <code className={styles['hash']}>{file.sha256}</code>}</dd>
    </dl>
  )
}
