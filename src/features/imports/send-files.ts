import type { Call, Failure, SendBytes } from '#api/result.ts'
import { importFile, importNew } from '#contract/imports.ts'
import { IMPORT_PIECE_BYTES } from '#domain/limits.ts'
import type { ChosenFile } from '#features/imports/choose-files.ts'

interface Ports {
  readonly call: Call
  readonly sendBytes: SendBytes
  readonly signal: AbortSignal
  /** Told how many bytes are with the server. */
  readonly onSent: (bytes: number) => void
}

/** Sends files piece by piece, one after another; answers under which id the server has them. */
export async function sendFiles(
  { call, sendBytes, signal, onSent }: Ports,
  files: readonly ChosenFile[],
): Promise<Failure | { readonly ok: true; readonly reportId: string }> {
  const begun = await call(importNew, {}, { signal })
  if (!begun.ok) return begun
  const { reportId } = begun.value
  let sent = 0
  for (const { path, file } of files) {
    let offset = 0
    do {
      const piece = file.slice(offset, offset + IMPORT_PIECE_BYTES)
      const answer = await sendBytes(importFile, { reportId, path, offset }, piece, { signal })
      if (!answer.ok) return answer
      offset += piece.size
      sent += piece.size
      onSent(sent)
    } while (offset < file.size)
  }
  return { ok: true, reportId }
}
