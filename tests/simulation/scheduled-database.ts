import type { Connection, Database } from '#server/platform/db/database.ts'
import { writtenOf, type Statement } from '#server/platform/db/sql.ts'
import { onDisk, type Disk } from '#tests/simulation/faults/disk.ts'
import type { Scheduler, StepPlace } from '#tests/simulation/scheduler.ts'

interface Surroundings {
  readonly scheduler: Scheduler
  readonly disk: Disk
  /** The number of the server process. */
  readonly process: number
}

/** A database whose calls the scheduler starts, one at a time, on a disk that can fail. */
export function scheduledDatabase(real: Database, { scheduler, disk, process }: Surroundings): Database {
  const step = <Result>(label: string, call: () => Promise<Result>, more?: Partial<StepPlace>) =>
    scheduler.step({ label, process, ...more }, call)
  const stepOf = <Result>(statement: Statement, call: () => Promise<Result>) => {
    const label = labelOf(statement)
    return step(label, () => onDisk(disk, statement, call), { isResultLate: label === 'COMMIT' })
  }
  async function* batches<Batch>(statement: Statement, read: () => AsyncIterable<Batch>) {
    yield* await stepOf(statement, () => all(read()))
  }
  const within = (connection: Connection): Connection => ({
    ...connection,
    scoped: (scope) => within(connection.scoped(scope)),
    run: (statement) => stepOf(statement, () => connection.run(statement)),
    rows: (statement) => batches(statement, () => connection.rows(statement)),
    readColumns: (statement, begin) => stepOf(statement, () => connection.readColumns(statement, begin)),
    preparedRows: (statement) => stepOf(statement, () => connection.preparedRows(statement)),
    streamedRows: (statement) => batches(statement, () => connection.streamedRows(statement)),
    openBytes: async (statement) => {
      const next = await stepOf(statement, () => connection.openBytes(statement))
      return () => step('read bytes', next)
    },
    csvLines: (statement, end) => stepOf(statement, () => connection.csvLines(statement, end)),
    append: (table, rows, pause) => step(`append ${table}`, () => connection.append(table, rows, pause)),
    abandon: () => connection.abandon(),
  })
  /** A lease may open a connection, which is a step of its own: the order of two would be up to the machine. */
  const lease = async <Result>(
    take: Database['withConnection'],
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> => {
    const begun = await step('lease', () => {
      return new Promise<{ readonly done: Promise<Result> }>((resolve, reject) => {
        // A lease of an idle connection calls back at once, before there is a `done`.
        const done = Promise.resolve().then(() =>
          take((connection) => {
            resolve({ done })
            return work(within(connection))
          }),
        )
        done.catch(reject)
      })
    })
    return begun.done
  }
  return {
    ...real,
    connect: () => step('connect', async () => within(await real.connect())),
    withConnection: (work) => lease(real.withConnection, work),
    withSecondConnection: (work) => lease(real.withSecondConnection, work),
    withLockedConnection: (work) => lease(real.withLockedConnection, work),
    flush: () => step('flush', real.flush),
    fitMemory: () => step('fit the memory', real.fitMemory),
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = []
  for await (const item of items) read.push(item)
  return read
}

const LABEL_LENGTH = 60

function labelOf(statement: Statement): string {
  return writtenOf(statement).text.replaceAll(/\s+/g, ' ').trim().slice(0, LABEL_LENGTH)
}
