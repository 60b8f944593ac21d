import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { Popup } from '#ui/overlays/popup.tsx'
import popup from '#ui/overlays/popup.module.css'

/** The commands for the selected variables: the frequent ones, and a menu of the others. */
export function SelectedVariables({ names }: { names: readonly string[] }) {
  const [first, second] = names
  const sources = { variableNames: names }
  return (
    <>
      <CommandButton id="variable-set.add" args={sources} size="small">
        Add to set…
      </CommandButton>
      <CommandButton id="cohort.build" args={sources} size="small">
        Build a cohort <CommandKeys id="cohort.build" />
      </CommandButton>
      <CommandButton id="compare" args={{}} size="small" />
      <Popup label="More for the selected variables" sign="More ▾" isMenu>
        {(close) => (
          <>
            <Entry id="variable-set.new" args={sources} onDone={close} />
            {names.length === 1 && first !== undefined && (
              <>
                <Entry id="cohort.new-subset" args={{ variableName: first }} onDone={close} />
                <Entry id="custom-variable.new-downcode" args={sources} onDone={close} />
              </>
            )}
            {names.length <= 2 && first !== undefined && (
              <Entry
                id="variable.plot-against"
                args={{ variableName: first, ...(second !== undefined && { otherVariableName: second }) }}
                title={second === undefined ? 'Plot against…' : 'Plot against each other'}
                onDone={close}
              />
            )}
            {names.length === 2 && <Entry id="custom-variable.new-two" args={sources} onDone={close} />}
            {names.length >= 2 && (
              <>
                <Entry id="custom-variable.new-many" args={sources} onDone={close} />
                <Entry id="custom-variable.new-score" args={sources} onDone={close} />
              </>
            )}
          </>
        )}
      </Popup>
    </>
  )
}

interface EntryProps<Id extends CommandId> {
  id: Id
  args: Partial<ArgumentsOf<Id>>
  title?: string
  onDone: () => void
}

function Entry<Id extends CommandId>({ id, args, title, onDone }: EntryProps<Id>) {
  return (
    <div className={popup['entry']}>
      <CommandButton id={id} args={args} variant="quiet" className={popup['command'] ?? ''} onDone={onDone}>
        {title}
      </CommandButton>
      <CommandKeys id={id} />
    </div>
  )
}
