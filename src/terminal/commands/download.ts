import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { downloadBundle, downloadNew, downloadStream } from '#contract/downloads.ts'
import { formatBytes } from '#domain/numbers.ts'
import { valueOf } from '#terminal/connect.ts'
import { EXIT, TerminalFailure, type Exit, type TerminalContext } from '#terminal/context.ts'
import { createProgress, print } from '#terminal/print.ts'
import { cohortOf, variableSetOf } from '#terminal/saved.ts'

const FORMS = ['csv', 'labels', 'bundle']

/** Downloads to a file beside, which takes its name when it is complete. */
export async function download(context: TerminalContext, [cohort = '', set = '']: readonly string[]): Promise<Exit> {
  const { as = 'csv', output } = context.options
  if (!FORMS.includes(as)) throw new TerminalFailure(`--as takes one of: ${FORMS.join(', ')}.`, EXIT.misused)
  if (output === undefined)
    throw new TerminalFailure('Name the file with -o, or write to the output with -o -.', EXIT.misused)
  const [{ id: cohortId }, { id: variableSetId }] = [await cohortOf(context, cohort), await variableSetOf(context, set)]
  const [prepared] = valueOf(await context.call(downloadNew, { cohortId, variableSetId }))
  if (!prepared) throw new TerminalFailure('The server prepared no file.')
  const { downloadId } = prepared
  const { signal } = context
  const stream = valueOf(
    as === 'bundle'
      ? await context.openFile(downloadBundle, { downloadId }, { signal })
      : await context.openFile(
          downloadStream,
          { downloadId, filename: 'download.csv', codes: as === 'labels' ? 'labels' : 'codes' },
          { signal },
        ),
  )
  const progress = createProgress(context)
  let bytes = 0
  const counting = new Transform({
    transform: (piece: Uint8Array, _encoding, done) => {
      bytes += piece.byteLength
      progress.show(formatBytes(bytes))
      done(null, piece)
    },
  })
  const pieces = Readable.from(stream)
  if (output === '-') {
    await pipeline(pieces, counting, context.output, { end: false })
    progress.end()
    return EXIT.done
  }
  const part = `${output}.part`
  try {
    await pipeline(pieces, counting, createWriteStream(part))
    await rename(part, output)
  } catch (error) {
    await rm(part, { force: true })
    throw new TerminalFailure(`The file is not complete: ${error instanceof Error ? error.message : ''}`)
  } finally {
    progress.end()
  }
  print(context, { file: output, bytes }, () => `Wrote ${output}, ${formatBytes(bytes)}.`)
  return EXIT.done
}
