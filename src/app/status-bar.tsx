import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { usePaperLine } from '#app/paper-line.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { useCommandKeys } from '#command-kit/hooks.ts'
import { isCharacter, parseSequence } from '#command-kit/keys/stroke.ts'
import { useIsTyping } from '#command-kit/keys/use-is-typing.ts'
import type { CommandId } from '#commands/signatures.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { currentProjectAtom, projectName } from '#entities/projects/projects.ts'
import { connectionStateAtom } from '#entities/session/connection.ts'
import { userAtom, versionsAtom } from '#entities/session/session.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { isUnderWay, jobsAtom, type DownloadJob } from '#features/downloads/jobs.ts'
import { explorerOpenAtom } from '#features/explorer/state.ts'
import { KeyHint } from '#ui/key-hint.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { selectedRowsAtom } from '#workspace/lists/row-state.ts'
import { focusedIdAtom, paneRegistrationsAtom } from '#workspace/panes/pane-atoms.ts'
import styles from '#app/status-bar.module.css'

/** Project, selection, downloads, connection and the focused pane's keys; empty for anonymous users. */
export default function StatusBar() {
  const user = useAtomValue(userAtom)
  const project = useAtomValue(currentProjectAtom)
  const downloads = useAtomValue(jobsAtom).filter(isUnderWay)
  const isExplorerOpen = useAtomValue(explorerOpenAtom)
  const release = useAtomValue(versionsAtom)?.release ?? null
  usePaperLine(release?.name ?? '')
  if (user === null) return null
  return (
    <ul className={styles['status']} aria-label="Status">
      <li>
        <CommandButton
          id="explorer.toggle"
          args={{}}
          size="small"
          variant="quiet"
          isPressed={isExplorerOpen === true}
        />
      </li>
      {project && (
        <li className={styles['project']} title="Current project">
          {projectName(project)}
        </li>
      )}
      {/* After the project, so that one that loads late moves nothing. */}
      {project && release && (
        <li title={`Data release of ${release.madeAt.slice(0, 'YYYY-MM-DD'.length)}`}>
          <CommandLink id="releases.show" args={{}}>
            Data {release.name}
          </CommandLink>
        </li>
      )}
      <ConnectionState />
      {project && (
        <>
          <Selection />
          {downloads.length > 0 && <li>{progressOf(downloads)}</li>}
        </>
      )}
      <Keys />
    </ul>
  )
}

function Selection() {
  const rows = useAtomValue(selectedRowsAtom(useAtomValue(focusedIdAtom))).length
  const variables = useAtomValue(workingSetAtom).length
  if (rows > 0) return <li className={styles['selection']}>{formatCount(rows)} selected</li>
  if (variables === 0) return null
  return <li className={styles['selection']}>{countOf(variables, 'variable')} in the working set</li>
}

/** The share of the rows that arrived, if all totals are known. */
function progressOf(jobs: readonly DownloadJob[]): string {
  const words = countOf(jobs.length, 'download')
  const total = jobs.reduce((sum, { file }) => sum + (file.totalRows ?? Number.NaN), 0)
  const rows = jobs.reduce((sum, job) => sum + job.rows, 0)
  return total > 0 ? `${words}: ${formatShare(Math.min(rows, total), total)}` : `${words} running`
}

function ConnectionState() {
  const { isDown, waiting, slow } = useAtomValue(connectionStateAtom)
  const isLost = isDown || waiting > 0
  const words = isLost ? 'No connection' : slow > 0 ? 'Slow connection' : 'Connected'
  return (
    <li className={styles['connection']} title={words} data-state={isLost ? 'lost' : slow > 0 ? 'slow' : 'there'}>
      {/* The banner says it to the eye. */}
      <VisuallyHidden>{words}</VisuallyHidden>
    </li>
  )
}

/** Commands that a screen registers, by importance, with the short word of the bar. */
const WORDS = [
  ['form.apply', 'apply'],
  ['form.save', 'save'],
  ['list.select', 'select'],
  ['list.add', 'add'],
  ['list.open', 'open'],
  ['list.quick-look', 'look'],
  ['list.open-beside', 'beside'],
  ['list.search', 'search'],
  ['form.edit', 'edit'],
] as const satisfies readonly (readonly [CommandId, string])[]

const SHOWN_MAX = 5

function Keys() {
  const id = useAtomValue(focusedIdAtom)
  const registered = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const registrations = get(paneRegistrationsAtom(id))
          return WORDS.filter(([command]) =>
            registrations.some(({ actions }) => actions[command]?.available === true),
          ).slice(0, SHOWN_MAX)
        }),
      [id],
    ),
  )
  return (
    <>
      {registered.map(([command, word]) => (
        <Key key={command} id={command} word={word} />
      ))}
      <Key id="cheat-sheet.open" word="keys" />
    </>
  )
}

/** Its first key that works where the focus is: letters are text in a text field. */
function Key({ id, word }: { id: CommandId; word: string }) {
  const isTyping = useIsTyping()
  const seq = useCommandKeys(id).find((one) => !isTyping || !parseSequence(one).some(isCharacter))
  if (seq === undefined) return null
  return (
    <li className={styles['key']}>
      <KeyHint seq={seq} /> {word}
    </li>
  )
}
