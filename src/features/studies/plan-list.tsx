import { Fragment } from 'react'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import type { studyPlan } from '#contract/study-files.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { isEarlierRelease, releaseSentence, sizeAtReleaseWords } from '#domain/study/release-words.ts'
import { capitalized } from '#domain/text/name-words.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from '#features/studies/studies.module.css'
import stack from '#ui/stack.module.css'

export type Plan = ResponseOf<typeof studyPlan>
type Change = Plan['changes'][number]

interface ProblemListProps {
  problems: Plan['problems']
  onLine: (line: number) => void
}

/** The errors of a study file. */
export function ProblemList({ problems, onLine }: ProblemListProps) {
  return (
    <ol className={styles['list']} aria-label="Errors">
      {problems.map(({ message, line }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- messages may repeat
        <li key={`${place} ${message}`} className={styles['change']}>
          <span>{message}</span>
          {line !== null && (
            <Button size="small" variant="quiet" onClick={() => onLine(line)}>
              Go to line {line}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

/** What a study file would change. */
export function ChangeList({ plan }: { plan: Plan }) {
  const release = isEarlierRelease(plan.release) ? plan.release : null
  // A cohort that stays may have other members on another release.
  const changes = plan.changes.filter(
    ({ change, kind }) => change !== 'keep' || (release !== null && kind === 'cohort'),
  )
  const kept = plan.changes.length - changes.length
  const words = [
    releaseSentence(plan.release),
    kept > 0 ? `${countOf(kept, 'declaration')} without a change.` : '',
    plan.undeclared.length > 0 ? `Not in the file, and kept: ${plan.undeclared.join(', ')}.` : '',
    plan.changes.length + plan.undeclared.length === 0 ? 'The project is empty: write a first declaration.' : '',
  ]
  return (
    <>
      {changes.length > 0 && (
        <ol className={styles['list']} aria-label="Changes">
          {changes.map((change) => (
            <li key={`${change.kind} ${change.projectId} ${change.name}`} className={styles['change']}>
              <ChangeRow change={change} release={release} />
            </li>
          ))}
        </ol>
      )}
      <p className={stack['muted']}>{words.filter(Boolean).join(' ')}</p>
    </>
  )
}

const WORDS = { create: 'New', change: 'Changed', rerun: 'Run again', remove: 'Deleted', keep: 'Unchanged' } as const
const KINDS = { cohort: 'cohort', construct: 'custom variable', varset: 'variable set' } as const

interface ChangeRowProps {
  change: Change
  /** The earlier release on which cohorts are counted, too. */
  release: Plan['release']
}

function ChangeRow({ change: { change, kind, name, before, after, ...counts }, release }: ChangeRowProps) {
  const isCounted = release !== null && kind === 'cohort' && change !== 'remove'
  const texts = [before, after].filter((text) => text !== null)
  const isCompared = change === 'change' && texts.length === 2
  return (
    <>
      <span className={stack['row']}>
        <Tag label={WORDS[change]} />
        <strong>{name}</strong>
        <span className={stack['muted']}>{KINDS[kind]}</span>
      </span>
      <span>{countWords(counts)}</span>
      {isCounted && (
        <span className={stack['muted']}>{capitalized(sizeAtReleaseWords(counts.sizeAtRelease, release))}.</span>
      )}
      {isCompared && (
        <details>
          <summary>Old and new text</summary>
          <dl className={styles['texts']}>
            {texts.map((text, place) => (
              <Fragment key={place === 0 ? 'old' : 'new'}>
                <dt>{place === 0 ? 'Old' : 'New'}</dt>
                <dd>{text}</dd>
              </Fragment>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

/** "2,163 individuals: 12 enter, 3 leave" */
function countWords({
  sizeBefore,
  sizeAfter,
  entered,
  left,
}: Pick<Change, 'sizeBefore' | 'sizeAfter' | 'entered' | 'left'>): string {
  if (sizeAfter === null) return sizeBefore === null ? '' : `${countOf(sizeBefore, 'individual')} before.`
  const size = countOf(sizeAfter, 'individual')
  if (sizeBefore === null) return `${size}.`
  const isSame = (entered ?? 0) + (left ?? 0) === 0
  return isSame
    ? `${size}, the same as before.`
    : `${size}: ${formatCount(entered ?? 0)} enter, ${formatCount(left ?? 0)} leave.`
}
