import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import { placeholderWords } from '#domain/cohorts/cohort-notes.ts'
import { ROOT_COHORT_ID, SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { nextStepAtom, recentWorkAtom } from '#entities/projects/recent-work.ts'
import { hasDisclosureControlAtom, readerAtom, statsAtom } from '#entities/session/session.ts'
import { tourAtom } from '#entities/session/tour.ts'
import { RecentWorkList } from '#features/dashboard/recent-work-list.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#features/dashboard/screens/dashboard.module.css'
import stack from '#ui/stack.module.css'

// Counts come after the page, which works without them.
const Collections = lazy(async () => ({
  default: (await import('#features/dashboard/collections.tsx')).Collections,
}))
const Forms = lazy(async () => ({ default: (await import('#features/dashboard/forms.tsx')).Forms }))
const Examples = lazy(async () => ({ default: (await import('#features/dashboard/examples.tsx')).Examples }))
const SexAndAge = lazy(async () => ({
  default: (await import('#entities/cohorts/counts/pyramid-panel.tsx')).PyramidPanel,
}))
const FirstQuestion = lazy(async () => ({
  default: (await import('#features/dashboard/first-question.tsx')).FirstQuestion,
}))

/** The question of the visit, the contents of the database, and the six tasks (spec section 2). */
export default function DashboardScreen() {
  const stats = useAtomValue(statsAtom)
  const isSuppressed = useAtomValue(hasDisclosureControlAtom)
  return (
    <div className={styles['screen']}>
      <Question />
      <dl className={styles['figures']}>
        <Figure
          count={stats.individuals}
          one="individual"
          many="individuals"
          note={placeholderWords(stats.placeholders)}
        />
        <Figure count={stats.forms} one="interview form" many="interview forms" />
        <Figure count={stats.studies} one="study" many="studies" />
        <Figure count={stats.collections} one="clinical collection" many="clinical collections" />
      </dl>
      <NoAccess />
      <TourOffer />
      <Tasks />
      <div className={stack['two']}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <Collections />
        </Suspense>
        <div className={stack['section']}>
          <FirstVisit />
          <NextStep />
          <RecentWorkList />
        </div>
      </div>
      <div className={stack['two']}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <SexAndAge cohortId={ROOT_COHORT_ID} isOnRequest={isSuppressed} />
        </Suspense>
        <Suspense fallback={<Skeleton lines={6} />}>
          <Forms />
        </Suspense>
      </div>
    </div>
  )
}

/** A search of the catalog, the first thing on the page. */
function Question() {
  const [text, setText] = useState('')
  const run = useRunCommand()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run({ id: 'variables.search', args: { text } })
  }
  return (
    <form className={styles['question']} onSubmit={handleSubmit} role="search" aria-label="Catalog">
      <div className={styles['field']}>
        <TextField
          label="What do you want to know?"
          type="search"
          value={text}
          onChange={setText}
          maxLength={SEARCH_TEXT_MAX}
          placeholder="A symptom, a diagnosis, a name of a variable"
          isOptional
        />
        <CommandButton id="variables.search" args={{ text }} variant="primary">
          Search
        </CommandButton>
      </div>
      <p className={classNames(stack['row'], styles['examples'])}>
        <Suspense>
          <Examples />
        </Suspense>
      </p>
    </form>
  )
}

/** Links to the six tasks in one row, each with its help and keys. */
function Tasks() {
  const tasks = useRegistry().placed('dashboard')
  return (
    <ul className={styles['cards']} aria-label="Tasks">
      {tasks.map(({ id, title, command }) => (
        <li key={id} className={styles['card']}>
          <CommandLink id={id} args={{}}>
            {title}
          </CommandLink>
          <CommandKeys id={id} />
          <p className={styles['help']}>{command.help}</p>
          {id === 'cohort.new-subset' && (
            <CommandButton id="cohort.build" args={{}} size="small" className={styles['also'] ?? ''} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The way to access, for a reader of no collection: it comes before all tasks. */
function NoAccess() {
  if (useIsReader()) return null
  return (
    <section className={classNames(stack['row'], styles['offer'])} aria-label="Access">
      <p>
        <strong>You may see counts.</strong> To download records, apply for access to a collection.
      </p>
      <CommandButton id="access.apply" args={{}} size="small" variant="primary" />
    </section>
  )
}

/** Offered to new users until they accept or decline. */
function TourOffer() {
  const isReader = useIsReader()
  if (useAtomValue(tourAtom) !== 'offered') return null
  return (
    <section className={classNames(stack['row'], styles['offer'])} aria-label="New here?">
      <p>
        <strong>New here?</strong> The tour leads from a question to a cohort in four steps.
      </p>
      <CommandButton id="tour.start" args={{}} size="small" variant={isReader ? 'primary' : 'quiet'} />
      <CommandButton id="tour.end" args={{}} size="small" variant="quiet">
        Not now
      </CommandButton>
    </section>
  )
}

/** Whether the user may read a collection. */
function useIsReader(): boolean {
  const { isAdmin, collections } = useAtomValue(readerAtom)
  return isAdmin || collections.length > 0
}

/** A question with its answers, for a user without work in this project. */
function FirstVisit() {
  const things = useAtomValue(recentWorkAtom)
  if (things === null || things.some(({ isElsewhere }) => isElsewhere !== true)) return null
  return (
    <Suspense
      fallback={
        <div className={styles['first']}>
          <Skeleton lines={3} />
        </div>
      }
    >
      <FirstQuestion />
    </Suspense>
  )
}

function NextStep() {
  const step = useAtomValue(nextStepAtom)
  const isWaiting = useAtomValue(recentWorkAtom) === null
  const isReader = useIsReader()
  if (step === null) return isWaiting ? <Skeleton lines={3} /> : null
  // It stands at the top of the page.
  if (step.id === 'access.apply' && !isReader) return null
  return (
    <section className={stack['section']} aria-label="Next steps">
      <h2>Next steps</h2>
      <p>{step.words}</p>
      <div className={stack['row']}>
        <CommandButton id={step.id} args={{}} />
        <CommandKeys id={step.id} />
        <span className={stack['muted']}>
          or search anything with <CommandKeys id="palette.open" />, and see all keys with{' '}
          <CommandKeys id="cheat-sheet.open" />
        </span>
      </div>
    </section>
  )
}

function Figure({ count, one, many, note }: { count: number; one: string; many: string; note?: string }) {
  return (
    <div className={styles['figure']}>
      <dt className={styles['caption']}>{count === 1 ? one : many}</dt>
      <dd className={styles['number']}>{formatCount(count)}</dd>
      {note && <dd className={stack['muted']}>{note}</dd>}
    </div>
  )
}
