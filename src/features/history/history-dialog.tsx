import { useSetAtom, useAtomValue } from 'jotai'
import { useRef, useEffect, useId, useState } from 'react'
import type { Invocation } from '#command-kit/declaration.ts'
import { useRunCommand } from '#command-kit/hooks.ts'
import { historyInfo } from '#contract/history.ts'
import { rulesPreview } from '#contract/rules.ts'
import { usage } from '#contract/service.ts'
import { rulesOfVersion, rulesSent } from '#contract/shapes/rules-of-definition.ts'
import { momentInWords } from '#domain/moments.ts'
import { formatSize } from '#domain/numbers.ts'
import { RuleDiffTable } from '#entities/rules/rule-diff-table.tsx'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import {
  fieldsOf,
  type ObjectVersion,
  type CohortNames,
  type ObjectDefinition,
} from '#features/history/definition-fields.ts'
import { DefinitionList, DifferenceList } from '#features/history/difference-list.tsx'
import { differencesBetween } from '#features/history/differences.ts'
import { restoreVersion } from '#features/history/restore-version.ts'
import { historyOfAtom, type ObjectWithHistory } from '#features/history/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showError, showSuccess } from '#ui/overlays/toasts.ts'
import styles from '#features/history/history.module.css'
import stack from '#ui/stack.module.css'

interface RestoreVersionProps {
  object: ObjectWithHistory
  present: ObjectVersion
  version: ObjectVersion
  /** The version is the present one in all but its number. */
  isSame: boolean
}

/** Time to undo a restoration from its toast. Afterwards the history still has the version. */
const UNDO_MILLISECONDS = 10_000

/** Restores a version, with the objects that are run again. */
function RestoreVersion({ object, present, version, isSame }: RestoreVersionProps) {
  const services = useServices()
  const run = useRunCommand()
  const close = useSetAtom(historyOfAtom)
  const isOffered = useAtomValue(isOfferedAtom)
  const isRedefined = contentOf(version) !== contentOf(present)
  const request = isRedefined && isOffered(usage) ? usesOf(object) : null
  const uses = useCall({ endpoint: usage, request, key: 'usage', staleTime: 0 })
  const isKnown = request === null || (uses.data !== undefined && !uses.isFetching)
  const dependants = request === null ? [] : (uses.data?.data ?? [])
  const { isSending, failure, send } = useSending((chosen: ObjectVersion) =>
    restoreVersion(services, { object, versionNo: chosen.versionNo, rerun: dependants.length > 0 }),
  )
  const show = async (id: number, name: string) => {
    const next = pageOf({ ...object, id }, name)
    if (id !== object.id || (object.kind === 'construct' && name !== present.definition.name)) await run(next)
  }
  const undo = async (id: number) => {
    const back = { object: { ...object, id }, versionNo: present.versionNo, rerun: dependants.length > 0 }
    const undone = await restoreVersion(services, back)
    if (undone.ok) await run(pageOf({ ...object, id: undone.value }, present.definition.name))
    else showError(undone.message)
  }
  const restore = async () => {
    const restored = await send(version)
    if (restored === null) return
    close(null)
    const { name } = version.definition
    showSuccess(`Version ${version.versionNo} of “${name}” restored.`, {
      label: 'Undo',
      run: () => void undo(restored.value),
      milliseconds: UNDO_MILLISECONDS,
    })
    await show(restored.value, name)
  }
  return (
    <>
      {dependants.length > 0 && (
        <Notice title="Run again too, with all that is built on them:">
          {dependants.map(({ name }) => name).join(', ')}
        </Notice>
      )}
      {failure && <Notice tone="error" title={failure.message} />}
      <div>
        <Button variant="primary" disabled={isSame || !isKnown} isBusy={isSending} onClick={() => void restore()}>
          Restore this version
        </Button>{' '}
        <Button onClick={() => close(null)}>Cancel</Button>
      </div>
    </>
  )
}

function contentOf({ definition: { cohort, construct } }: ObjectVersion): string {
  return JSON.stringify([cohort, construct])
}

function usesOf({ kind, id }: ObjectWithHistory) {
  if (kind === 'cohort') return { cohortId: id }
  return kind === 'construct' ? { constructId: id } : null
}

function pageOf({ kind, id }: ObjectWithHistory, name: string): Invocation {
  switch (kind) {
    case 'cohort':
      return { id: 'cohort.show', args: { cohortId: id } }
    case 'construct':
      return { id: 'variable.show', args: { variableName: name } }
    case 'varset':
      return { id: 'variable-set.show', args: { variableSetId: id } }
    case 'project':
      return { id: 'project.show', args: { projectId: id } }
  }
}

interface VersionDifferencesProps {
  from: ObjectDefinition
  to: ObjectDefinition
  /** Headings of the two definitions. */
  titles: readonly [from: string, to: string]
  nameOf: CohortNames
  /** Said if there are no differences. */
  otherwise: string
}

/** Fields that the table of rules shows. */
const RULE_FIELDS = new Set(['Definition', 'Match', 'Rules'])

/** The differences of two versions; those of a cohort by rule. */
function VersionDifferences({ from, to, titles, nameOf, otherwise }: VersionDifferencesProps) {
  const differences = differencesBetween(from, to, nameOf)
  const [one, other] = [from.cohort && rulesOfVersion(from.cohort), to.cohort && rulesOfVersion(to.cohort)]
  const isRedefined = differences.some(({ label }) => RULE_FIELDS.has(label))
  if (!one || !other || !isRedefined) return <DifferenceList differences={differences} otherwise={otherwise} />
  const others = differences.filter(({ label }) => !RULE_FIELDS.has(label))
  return (
    <>
      {others.length > 0 && <DifferenceList differences={others} otherwise={otherwise} />}
      <RuleDiffTable from={one} to={other} titles={titles} names={{ cohort: nameOf, variable: () => undefined }} />
    </>
  )
}

interface VersionBrowserProps {
  object: ObjectWithHistory
  /** Newest first; the first is the present one. */
  versions: readonly ObjectVersion[]
  cohorts: readonly { readonly cohortId: number; readonly name: string }[]
}

/** The versions as a list, and the changes of the chosen one. */
export function VersionBrowser({ object, versions, cohorts }: VersionBrowserProps) {
  const group = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const [place, setPlace] = useState(0)
  // The dialog opened before the versions were there.
  useEffect(() => list.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  const [present, chosen, before] = [versions[0], versions[place], versions[place + 1]]
  if (present === undefined || chosen === undefined) return null
  const names = new Map(cohorts.map(({ cohortId, name }) => [cohortId, name]))
  const nameOf = (cohortId: number) => names.get(cohortId)
  const differences = differencesBetween(present.definition, chosen.definition, nameOf)
  return (
    <div className={styles['versions']}>
      <fieldset ref={list} className={styles['list']}>
        <legend>Versions</legend>
        {versions.map((version, index) => (
          <label key={version.versionNo} className={styles['version']}>
            <input type="radio" name={group} checked={index === place} onChange={() => setPlace(index)} />
            <span>
              {versionWords(version)}
              <span className={styles['moment']}>
                {version.madeAt === null ? 'date unknown' : momentInWords(version.madeAt)}
                {index === 0 && ' · present'}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={stack['section']} aria-live="polite">
        <h3>Changes of this version</h3>
        {before === undefined ? (
          <DefinitionList fields={fieldsOf(chosen.definition, nameOf)} />
        ) : (
          <VersionDifferences
            from={before.definition}
            to={chosen.definition}
            titles={['Version before', 'This version']}
            nameOf={nameOf}
            otherwise={chosen.action === 'rerun' ? 'No change of the definition.' : 'No change.'}
          />
        )}
        {place > 0 && (
          <>
            <h3>Compared with the present version</h3>
            <VersionDifferences
              from={present.definition}
              to={chosen.definition}
              titles={['Present version', 'This version']}
              nameOf={nameOf}
              otherwise="The same as the present version."
            />
            {object.kind === 'cohort' && (
              <VersionMembers key={chosen.versionNo} cohortId={object.id} version={chosen} />
            )}
            <RestoreVersion object={object} present={present} version={chosen} isSame={differences.length === 0} />
          </>
        )}
      </div>
    </div>
  )
}

const ACTIONS: Readonly<Record<string, string>> = {
  found: 'Earlier state',
  make: 'Saved',
  edit: 'Edited',
  replace: 'Definition replaced',
  rerun: 'Run again',
  restore: 'Restored',
}

/** "3 · Restored version 1". */
function versionWords({ versionNo, action, restoredNo }: ObjectVersion): string {
  const words = ACTIONS[action] ?? action
  return `${versionNo} · ${restoredNo === null ? words : `${words} version ${restoredNo}`}`
}

interface VersionMembersProps {
  cohortId: number
  version: ObjectVersion
}

/** Compares the individuals of an earlier definition, on the present data, with the saved members. */
function VersionMembers({ cohortId, version: { definition } }: VersionMembersProps) {
  const [isAsked, setIsAsked] = useState(false)
  const isOffered = useAtomValue(isOfferedAtom)(rulesPreview)
  const rules = isOffered && definition.cohort ? rulesOfVersion(definition.cohort) : null
  const request = rules && { parentId: rules.parentId, rules: rulesSent(rules.top), cohortId }
  const query = useCall({ endpoint: rulesPreview, request: isAsked ? request : null, key: 'version-members' })
  if (request === null) return null
  if (!isAsked) {
    return (
      <div>
        <Button size="small" onClick={() => setIsAsked(true)}>
          Count this version
        </Button>
      </div>
    )
  }
  return (
    <QueryResult query={query}>
      {({ changes }) => (
        <p role="status">
          {changes === null
            ? 'The counts are suppressed.'
            : `On the present data ${formatSize(changes.stayed)} individuals are in both, ${formatSize(changes.entered)} in this version only, ${formatSize(changes.left)} in the present version only.`}
        </p>
      )}
    </QueryResult>
  )
}

/** The versions of a saved object. */
export function HistoryDialog({ object }: { object: ObjectWithHistory }) {
  const setObject = useSetAtom(historyOfAtom)
  const query = useCall({ endpoint: historyInfo, key: 'history', request: { ...object }, staleTime: 0 })
  // Other data are those of another object, or older than a restoration.
  const data = query.isPlaceholderData ? undefined : query.data
  const body = useRef<HTMLDivElement>(null)
  const name = data?.data[0]?.definition.name
  return (
    <Dialog
      isOpen
      onClose={() => setObject(null)}
      title={name === undefined ? 'History' : `History of “${name}”`}
      className={styles['dialog'] ?? ''}
      initialFocus={() => body.current?.querySelector<HTMLElement>('input:checked') ?? null}
    >
      <div ref={body} className={styles['body']}>
        <QueryResult query={{ ...query, data }}>
          {({ data: versions, cohorts }) => (
            <VersionBrowser key={versions[0]?.versionNo} object={object} versions={versions} cohorts={cohorts} />
          )}
        </QueryResult>
      </div>
    </Dialog>
  )
}
