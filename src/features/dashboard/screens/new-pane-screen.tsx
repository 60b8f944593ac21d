import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { RecentWorkList } from '#features/dashboard/recent-work-list.tsx'
import styles from '#features/dashboard/screens/new-pane.module.css'
import stack from '#ui/stack.module.css'

const LISTS = [
  'variables.search',
  'cohorts.show',
  'custom-variables.show',
  'variable-sets.show',
  'projects.show',
] as const

const SEARCH = 'Search everything…'

/** What to show in a new pane: a search, the lists, and recent work. */
export default function NewPaneScreen() {
  return (
    <div className={stack['screen']}>
      <CommandButton id="palette.open" args={{}} label={SEARCH} className={styles['search'] ?? ''}>
        <span>{SEARCH}</span>
        <CommandKeys id="palette.open" />
      </CommandButton>
      <ul className={styles['lists']}>
        {LISTS.map((id) => (
          <li key={id}>
            <CommandLink id={id} args={{}} /> <CommandKeys id={id} />
          </li>
        ))}
      </ul>
      <RecentWorkList />
    </div>
  )
}
