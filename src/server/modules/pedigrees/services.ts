import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { Incoming } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'

export interface StreamedFile {
  readonly user: User
  /** Names the file in the download queue. */
  readonly downloadId: string
  readonly headers: Readonly<Record<string, string>>
  /** The parts of the file, read in one snapshot of the data. */
  readonly pieces: (reading: SnapshotReader) => AsyncGenerator<Uint8Array, undefined>
}

export interface SnapshotReader {
  readonly connection: Connection
  /** Makes a query abortable by a disconnect. */
  readonly guarded: <Result>(call: () => Promise<Result>) => Promise<Result>
}

export interface PedigreeServices extends HttpServices, GuardServices {
  /** Sends a file in its slot of the downloads. */
  readonly streamFile: <Input>(incoming: Incoming<Input>, file: StreamedFile) => Promise<Response>
}
