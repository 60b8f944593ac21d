import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandNewTab } from '#command-kit/command-link.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from '#entities/variables/variable-row-acts.module.css'

/** Links from a row to its variable's page: a new tab (spec section 2), or another pane. */
export function VariableRowActs({ variableName }: { variableName: string }) {
  const shared = { args: { variableName }, size: 'small', variant: 'quiet', isInGrid: true } as const
  return (
    <span className={styles['acts']}>
      <CommandNewTab id="variable.view-details" label={`View Details of ${variableName}`} {...shared} />
      <CommandButton id="variable.open-beside" label={`Open beside: ${variableName}`} {...shared}>
        <Icon path="M2.5 3h11v10h-11zM8 3v10" />
      </CommandButton>
    </span>
  )
}
