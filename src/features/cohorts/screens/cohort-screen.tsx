import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { useRunCommand } from '#command-kit/hooks.ts'
import type { Cohort } from '#contract/shapes.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { couldNotGetCohort } from '#domain/messages.ts'
import { COHORT_NAME } from '#domain/names.ts'
import { formatCount } from '#domain/numbers.ts'
import { ChangeAndDelete } from '#entities/change-and-delete.tsx'
import { cohortWords } from '#contract/cohort-words.ts'
import { cohortAtom, cohortSummaryAtom } from '#entities/cohorts.ts'
import { CollectionAccess } from '#entities/collection-access.tsx'
import { Loaded } from '#entities/loaded.tsx'
import { useServices } from '#entities/services.ts'
import { valueWords } from '#entities/value-words.ts'
import { variableAtom } from '#entities/variables.ts'
import { deleteCohort, editCohort } from '#features/cohorts/use-cases.ts'
import { CountTable } from '#features/cohorts/parts/count-table.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** How large a cohort is, how it was made, and who is in it. */
export default function CohortScreen() {
  const idText = useParams()['id'] ?? ''
  const cohortId = /^[1-9]\d{0,14}$/.test(idText) ? Number(idText) : null
  return cohortId === null ? <UnknownCohort id={idText} /> : <KnownId cohortId={cohortId} />
}

function UnknownCohort({ id }: { id: number | string }) {
  usePaneTitle('Cohort')
  return (
    <Notice tone="error" title={couldNotGetCohort(id)} actions={<CommandLink id="cohorts.show" args={{}} />}>
      It may have been deleted, or it is somebody else’s.
    </Notice>
  )
}

function KnownId({ cohortId }: { cohortId: number }) {
  const cohort = useAtomValue(cohortAtom(cohortId))
  return (
    <Loaded resource={cohort}>
      {(found) => (found === null ? <UnknownCohort id={cohortId} /> : <CohortDetail cohort={found} />)}
    </Loaded>
  )
}

function CohortDetail({ cohort }: { cohort: Cohort }) {
  usePaneTitle(cohort.name)
  const summary = useAtomValue(cohortSummaryAtom(cohort.cohortid))
  const variable = useAtomValue(variableAtom({ name: cohort.variable_name ?? '' })).data ?? null
  const meaning = (value: string) => (variable ? valueWords(variable, value) : value)

  return (
    <div className={stack['screen']}>
      <section className={stack['section']}>
        <p className={stack['big']}>
          {cohort.rowcount === null ? 'hidden' : formatCount(cohort.rowcount)}{' '}
          <span className={stack['unit']}>{cohort.rowcount === 1 ? 'individual' : 'individuals'}</span>
        </p>
        <p>{cohortWords(cohort, meaning)}</p>
        {cohort.description !== '' && <p className={stack['muted']}>{cohort.description}</p>}
        <Lineage cohort={cohort} />
        <div className={stack['row']}>
          <CommandButton id="cohort.new-subset" args={{ parentId: cohort.cohortid }}>
            Subset of this
          </CommandButton>
          <CommandButton id="cohort.new-compound" args={{ cohortId: cohort.cohortid }}>
            Compound with this
          </CommandButton>
          <CommandButton id="pedigree.new" args={{ parentId: cohort.cohortid }}>
            Its pedigrees
          </CommandButton>
          <CommandButton id="download.new" args={{ cohortId: cohort.cohortid }}>
            Download this
          </CommandButton>
          {cohort.cohortid !== ROOT_COHORT_ID && <OwnCohortActions cohort={cohort} />}
        </div>
      </section>
      <CollectionAccess collections={cohort.collections} />
      <section className={stack['section']} aria-label="Summary">
        <h2>Summary</h2>
        <Loaded resource={summary}>
          {({ data }) => <CountTable rows={data} valueHeader={cohort.variable_name ?? 'Value'} valueWords={meaning} />}
        </Loaded>
      </section>
    </div>
  )
}

function OwnCohortActions({ cohort }: { cohort: Cohort }) {
  const services = useServices()
  const run = useRunCommand()
  return (
    <ChangeAndDelete
      entity="Cohort"
      name={cohort.name}
      description={cohort.description}
      rule={COHORT_NAME}
      usageOf={{ cohortid: cohort.cohortid }}
      onSave={(naming) => editCohort(services, cohort.cohortid, naming)}
      onDelete={() => deleteCohort(services, cohort.cohortid)}
      onDeleted={() => void run({ id: 'cohorts.show', args: {} })}
    />
  )
}

function Lineage({ cohort }: { cohort: Cohort }) {
  if (cohort.parents.length === 0 && cohort.children.length === 0) return null
  return (
    <dl className={stack['facts']}>
      {cohort.parents.length > 0 && <Family term="Made from" cohorts={cohort.parents} separator=" › " />}
      {cohort.children.length > 0 && <Family term="Built on it" cohorts={cohort.children} separator=", " />}
    </dl>
  )
}

function Family(props: { term: string; cohorts: Cohort['parents']; separator: string }) {
  return (
    <>
      <dt>{props.term}</dt>
      <dd>
        {props.cohorts.map(({ cohortid, name }, index) => (
          <span key={cohortid}>
            {index > 0 && props.separator}
            <CommandLink id="cohort.show" args={{ cohortId: cohortid }}>
              {name}
            </CommandLink>
          </span>
        ))}
      </dd>
    </>
  )
}
