import { importFile, importNew, importProgress, importRun } from '#contract/imports.ts'
import { ask, pause, type Surroundings } from '#tests/simulation/clients/client.ts'
import { makeObject } from '#tests/simulation/clients/objects.ts'
import { individualOf, IMPORTED } from '#tests/simulation/model/individuals.ts'
import { endJob } from '#tests/simulation/network.ts'

/** How often an administrator asks for the progress of an import. */
const POLLS_MAX = 30
/** The pauses between. */
const PAUSES_OF_POLL = 10

/** Imports a table of one new individual, as an administrator; others save something instead. */
export async function importData(surroundings: Surroundings): Promise<void> {
  const { client, network, newWord } = surroundings
  if (!client.account.isAdmin) return makeObject(surroundings)
  const word = newWord()
  const report_id = (await ask(surroundings, importNew, {}, { words: 'begin an import' }))?.answer?.report_id
  if (report_id === undefined) return
  const bytes = new TextEncoder().encode(`participant_id\tsex\n${word}\tM\n`)
  const piece = { report_id, path: 'participants.tsv', offset: 0 }
  const sent = await ask(surroundings, importFile, piece, { words: `send a file with ${word}`, bytes })
  if (sent?.answer == null) return
  const heard = await ask(
    surroundings,
    importRun,
    { report_id, collection: 'ct', study: '1' },
    {
      words: `import ${word}`,
      writes: [{ register: individualOf(word), value: IMPORTED }],
      isJob: true,
    },
  )
  if (heard === null || heard.operation.outcome !== 'open') return
  for (let poll = 0; poll < POLLS_MAX && heard.operation.outcome === 'open'; poll++) {
    for (let paused = 0; paused < PAUSES_OF_POLL; paused++) await pause(surroundings)
    const progress = (await ask(surroundings, importProgress, {}, { words: 'ask for the progress' }))?.answer
    if (progress?.report_id !== report_id) continue
    if (progress.state === 'imported') endJob(network, heard.operation, true)
    if (progress.state === 'failed') endJob(network, heard.operation, false)
  }
}
