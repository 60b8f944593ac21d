import { readFileSync, writeFileSync } from 'node:fs'
import { differences } from '#tests/corpus/differences.ts'
import { recordAll } from '#tests/corpus/record-all.ts'
import { readRecording, type Exchange } from '#tests/corpus/recording.ts'

const USAGE = 'Usage: npm run corpus -- record FILE | compare FILE'

const [task, file, ...others] = process.argv.slice(2)
if (file === undefined || others.length > 0 || (task !== 'record' && task !== 'compare')) throw new Error(USAGE)

if (task === 'record') {
  const recording = await recordAll()
  writeFileSync(file, JSON.stringify(recording, null, 1))
  console.log(`${recording.length} requests recorded in ${file}: ${statuses(recording)}.`)
} else {
  const expected = readRecording(readFileSync(file, 'utf8'))
  const found = differences(expected, await recordAll())
  for (const difference of found) console.log(`${difference}\n`)
  console.log(`${found.length} differences in ${expected.length} requests.`)
  if (found.length > 0) process.exitCode = 1
}

function statuses(recording: readonly Exchange[]): string {
  const counts = new Map<number, number>()
  for (const { status } of recording) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ')
}
