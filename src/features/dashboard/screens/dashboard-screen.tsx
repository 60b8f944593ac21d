import { useAtomValue } from 'jotai'
import { CommandKeys } from '#command-kit/command-keys.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { useRegistry } from '#command-kit/hooks.ts'
import { statsAtom } from '#entities/session.ts'
import { formatCount } from '#domain/numbers.ts'
import styles from '#features/dashboard/screens/dashboard.module.css'

/** What the database holds, and the six tasks (spec section 2). */
export default function DashboardScreen() {
  const stats = useAtomValue(statsAtom)
  const cards = useRegistry().placed('dashboard')
  return (
    <div className={styles['screen']}>
      <dl className={styles['figures']}>
        <Figure count={stats.individuals} caption="individuals" />
        <Figure count={stats.forms} caption="interview forms" />
        <Figure count={stats.studies} caption="studies" />
        <Figure count={stats.collections} caption="clinical collections" />
      </dl>
      <ul className={styles['cards']}>
        {cards.map(({ id, command }) => (
          <li key={id} className={styles['card']}>
            <CommandLink id={id} args={{}} />
            <CommandKeys id={id} />
            <p className={styles['help']}>{command.help}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Figure({ count, caption }: { count: number; caption: string }) {
  return (
    <div className={styles['figure']}>
      <dt className={styles['caption']}>{caption}</dt>
      <dd className={styles['number']}>{formatCount(count)}</dd>
    </div>
  )
}
