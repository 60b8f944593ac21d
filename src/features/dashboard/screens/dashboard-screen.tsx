import { useAtomValue } from 'jotai'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { useRegistry } from '#command-kit/hooks.ts'
import { placeholderWords } from '#domain/cohorts/cohort-notes.ts'
import { formatCount } from '#domain/numbers.ts'
import { nextStepAtom, recentWorkAtom } from '#entities/projects/recent-work.ts'
import { statsAtom } from '#entities/session/session.ts'
import { tourAtom } from '#entities/session/tour.ts'
import { RecentWorkList } from '#features/dashboard/recent-work-list.tsx'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#features/dashboard/screens/dashboard.module.css'
import stack from '#ui/stack.module.css'

/** The contents of the database, and the six tasks (spec section 2). */
export default function DashboardScreen() {
  const stats = useAtomValue(statsAtom)
  const cards = useRegistry().placed('dashboard')
  return (
    <div className={styles['screen']}>
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
      <TourOffer />
      <ul className={styles['cards']}>
        {cards.map(({ id, title, command }) => (
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
      <div className={stack['two']}>
        <NextStep />
        <RecentWorkList />
      </div>
    </div>
  )
}

/** Offered to new users until they accept or decline. */
function TourOffer() {
  if (useAtomValue(tourAtom) !== 'offered') return null
  return (
    <section className={classNames(stack['row'], styles['offer'])} aria-label="New here?">
      <p>
        <strong>New here?</strong> The tour explains the product in seven steps.
      </p>
      <CommandButton id="tour.start" args={{}} size="small" variant="primary" />
      <CommandButton id="tour.end" args={{}} size="small" variant="quiet">
        Not now
      </CommandButton>
    </section>
  )
}

function NextStep() {
  const step = useAtomValue(nextStepAtom)
  const isWaiting = useAtomValue(recentWorkAtom) === null
  if (step === null) return isWaiting ? <Skeleton lines={3} /> : null
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
