import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { useRunCommand } from '#command-kit/hooks.ts'
import type { VariableSet } from '#contract/shapes.ts'
import { couldNotGetCohort } from '#domain/messages.ts'
import { VARIABLE_SET_NAME } from '#domain/names.ts'
import { countOf } from '#domain/numbers.ts'
import { ChangeAndDelete } from '#entities/change-and-delete.tsx'
import { Loaded } from '#entities/loaded.tsx'
import { useServices } from '#entities/services.ts'
import { variableSetAtom } from '#entities/variable-sets.ts'
import { VariableList } from '#features/variable-sets/parts/variable-list.tsx'
import { deleteVariableSet, editVariableSet } from '#features/variable-sets/use-cases.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** The variables of a set, in the order of a download's columns. */
export default function VariableSetScreen() {
  const idText = useParams()['id'] ?? ''
  return /^[1-9]\d{0,14}$/.test(idText) ? <KnownId variableSetId={Number(idText)} /> : <UnknownSet id={idText} />
}

function KnownId({ variableSetId }: { variableSetId: number }) {
  const set = useAtomValue(variableSetAtom(variableSetId))
  return (
    <Loaded resource={set}>
      {(found) => (found === null ? <UnknownSet id={variableSetId} /> : <VariableSetDetail set={found} />)}
    </Loaded>
  )
}

function UnknownSet({ id }: { id: number | string }) {
  usePaneTitle('Variable Set')
  return (
    <Notice tone="error" title={couldNotGetCohort(id)} actions={<CommandLink id="variable-sets.show" args={{}} />}>
      It may have been deleted, or it is somebody else’s.
    </Notice>
  )
}

function VariableSetDetail({ set }: { set: VariableSet }) {
  usePaneTitle(set.name)
  const services = useServices()
  const run = useRunCommand()
  return (
    <div className={stack['screen']}>
      <section className={stack['section']}>
        <p className={stack['big']}>
          {set.variables.length}{' '}
          <span className={stack['unit']}>{set.variables.length === 1 ? 'variable' : 'variables'}</span>
        </p>
        {set.description !== '' && <p className={stack['muted']}>{set.description}</p>}
        <div className={stack['row']}>
          <CommandButton id="download.new" args={{ variableSetId: set.varsetid }}>
            Download this
          </CommandButton>
          <ChangeAndDelete
            entity="Variable Set"
            name={set.name}
            description={set.description}
            rule={VARIABLE_SET_NAME}
            usageOf={{ varsetid: set.varsetid }}
            onSave={(naming) => editVariableSet(services, set.varsetid, naming)}
            onDelete={() => deleteVariableSet(services, set.varsetid)}
            onDeleted={() => void run({ id: 'variable-sets.show', args: {} })}
          />
        </div>
      </section>
      <section className={stack['section']} aria-label={countOf(set.variables.length, 'variable')}>
        <VariableList names={set.variables} />
      </section>
    </div>
  )
}
