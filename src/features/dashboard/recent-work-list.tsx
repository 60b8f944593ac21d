import { useAtomValue } from 'jotai'
import { CommandLink } from '#command-kit/command-link.tsx'
import { recentWorkAtom } from '#entities/projects/recent-work.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#features/dashboard/screens/dashboard.module.css'
import stack from '#ui/stack.module.css'

/** The user's latest cohorts, variable sets and custom variables; nothing without any. */
export function RecentWorkList() {
  const things = useAtomValue(recentWorkAtom)
  if (things === null) return <Skeleton lines={6} />
  if (things.length === 0) return null
  return (
    <section className={stack['section']} aria-label="Recent work">
      <h2>Recent work</h2>
      <ul className={styles['recent']}>
        {things.map(({ kind, isElsewhere, name, detail, opening }) => (
          <li key={`${kind} ${name}`}>
            <span className={styles['count']}>{kind}</span>
            <CommandLink id={opening.id} args={opening.args}>
              {name}
            </CommandLink>
            <span className={styles['count']}>{isElsewhere ? `${detail}, another project` : detail}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
