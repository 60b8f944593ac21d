import { useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { downloadNew } from '#contract/downloads.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { useCall } from '#entities/use-call.ts'
import { DownloadPreviewTable } from '#features/downloads/parts/download-preview-table.tsx'
import { fileUrl } from '#features/downloads/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { usePaneActions } from '#workspace/pane-actions.ts'
import { startDownload } from '#ui/start-download.ts'

interface PreparedDownloadProps {
  cohortId: number
  variableSetId: number
  fileName: string
}

/** Prepares a download as soon as both are chosen; then it can be looked at and saved. */
export function PreparedDownload({ cohortId, variableSetId, fileName }: PreparedDownloadProps) {
  const prepared = useCall({
    endpoint: downloadNew,
    request: { cohortid: cohortId, varsetid: variableSetId },
    key: 'download',
    staleTime: Infinity,
  })
  const downloadId = prepared.data?.[0]?.download_id
  const [isPreviewed, setIsPreviewed] = useState(false)
  const [wasStarted, setWasStarted] = useState(false)
  const url = downloadId === undefined ? null : fileUrl(downloadId, fileName)
  const start = () => {
    if (url === null) return
    startDownload(url, fileName)
    setWasStarted(true)
  }
  const available = url !== null || ('pending' as const)
  usePaneActions({ save: { available, run: start }, apply: { available, run: () => setIsPreviewed(true) } })

  return (
    <QueryResult query={prepared}>
      {() => (
        <>
          <section className={stack['section']} aria-label="File">
            <p>
              <strong>{fileName}</strong>
            </p>
            <div className={stack['row']}>
              <CommandButton id="form.save" args={{}} variant="primary">
                Download Data
              </CommandButton>
              {!isPreviewed && (
                <CommandButton id="form.apply" args={{}}>
                  Preview
                </CommandButton>
              )}
              {isPreviewed && <Button onClick={() => setIsPreviewed(false)}>Hide preview</Button>}
            </div>
            {wasStarted && url !== null && (
              <Notice title="The download has started.">
                If nothing happens,{' '}
                <a href={url} download={fileName}>
                  download {fileName} by hand
                </a>
                .
              </Notice>
            )}
          </section>
          {isPreviewed && downloadId !== undefined && <DownloadPreviewTable downloadId={downloadId} />}
        </>
      )}
    </QueryResult>
  )
}
