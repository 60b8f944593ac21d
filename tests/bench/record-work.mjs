// Imported by a server that is measured: appends each long stretch of work of the main thread to a file.
import { appendFileSync, readFileSync } from 'node:fs'

const file = process.env.WORK_FILE
/** Milliseconds between looks; a stretch ends when the event loop runs this timer. */
const INTERVAL = 5
const SHORTEST = 20

let before = processorTime()
setInterval(() => {
  const now = processorTime()
  const milliseconds = now - before
  before = now
  if (milliseconds >= SHORTEST) appendFileSync(file, `${Date.now()} ${milliseconds}\n`)
}, INTERVAL).unref()

/** Milliseconds that the main thread has run: unlike the time of day, without waiting for a processor. */
function processorTime() {
  return Number(readFileSync(`/proc/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}
