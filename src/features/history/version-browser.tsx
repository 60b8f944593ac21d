import { useEffect, useId, useRef, useState } from 'react'
import { momentInWords } from '#domain/moments.ts'
import { fieldsOf, type ObjectVersion } from '#features/history/definition-fields.ts'
import { DefinitionList } from '#features/history/difference-list.tsx'
import { differencesBetween } from '#features/history/differences.ts'
import { RestoreVersion } from '#features/history/restore-version-part.tsx'
import type { ObjectWithHistory } from '#features/history/use-cases.ts'
import { VersionDifferences } from '#features/history/version-differences.tsx'
import { VersionMembers } from '#features/history/version-members.tsx'
import styles from '#features/history/history.module.css'
import stack from '#ui/stack.module.css'

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
        {versions.map((version, at) => (
          <label key={version.versionNo} className={styles['version']}>
            <input type="radio" name={group} checked={at === place} onChange={() => setPlace(at)} />
            <span>
              {versionWords(version)}
              <span className={styles['moment']}>
                {version.madeAt === null ? 'date unknown' : momentInWords(version.madeAt)}
                {at === 0 && ' · present'}
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
