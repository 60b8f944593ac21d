import { CommandButton } from '#command-kit/command-button.tsx'
import { countOf, formatCount } from '#domain/numbers.ts'
import type { ImportView } from '#features/imports/state.ts'
import stack from '#ui/stack.module.css'

/** What is there now, and where to go from here. */
export function ImportDone({ view, onLeave }: { view: ImportView; onLeave: () => void }) {
  const { individuals = 0, variables = 0, replaced = 0 } = view.progress ?? {}
  const isCatalogAlone = individuals === 0
  return (
    <div className={stack['section']} role="status">
      <p className={stack['big']}>
        {formatCount(isCatalogAlone ? variables : individuals)}{' '}
        <span className={stack['unit']}>{isCatalogAlone ? 'variables' : 'individuals'} were imported</span>
      </p>
      <p>
        {isCatalogAlone
          ? 'Dictionaries make a catalog without people.'
          : `${countOf(variables, 'variable')} can be searched in the catalog.`}
        {replaced > 0 && ` The synthetic data (${countOf(replaced, 'individual')}) and their accounts are gone.`}
      </p>
      <div className={stack['row']}>
        <CommandButton id="variables.search" args={{}} variant="primary" onDone={onLeave}>
          Go to the catalog
        </CommandButton>
        <CommandButton id="import.start-over" args={{}}>
          Import more
        </CommandButton>
      </div>
      {replaced > 0 && (
        <p className={stack['muted']}>
          Accounts for your colleagues: <code>npm run user -- add NAME --collections CODE</code>
        </p>
      )}
    </div>
  )
}
