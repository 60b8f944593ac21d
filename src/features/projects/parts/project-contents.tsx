import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import { NO_VARIABLE_SETS_IN_PROJECT } from '#domain/messages.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { projectCohortsAtom } from '#entities/cohorts.ts'
import { customVariablesAtom } from '#entities/custom-variables.ts'
import { Loaded } from '#entities/loaded.tsx'
import type { Resource } from '#entities/resource.ts'
import { projectVariableSetsAtom } from '#entities/variable-sets.ts'
import stack from '#ui/stack.module.css'

/** A project's cohorts, variable sets and custom variables, each with its size. */
export function ProjectContents({ projectId }: { projectId: number }) {
  const cohorts = useAtomValue(projectCohortsAtom(projectId))
  const sets = useAtomValue(projectVariableSetsAtom(projectId))
  const variables = useAtomValue(customVariablesAtom(projectId))
  return (
    <div className={stack['two']}>
      <Contents title="Cohorts" resource={cohorts} emptyText="No cohorts yet.">
        {({ cohortid, name, rowcount }) => (
          <li key={cohortid} className={stack['row']}>
            <CommandLink id="cohort.show" args={{ cohortId: cohortid }}>
              {name}
            </CommandLink>
            <span className={stack['muted']}>{rowcount === null ? 'hidden' : formatCount(rowcount)}</span>
          </li>
        )}
      </Contents>
      <Contents title="Variable sets" resource={sets} emptyText={NO_VARIABLE_SETS_IN_PROJECT}>
        {({ varsetid, name, variables: names }) => (
          <li key={varsetid} className={stack['row']}>
            <CommandLink id="variable-set.show" args={{ variableSetId: varsetid }}>
              {name}
            </CommandLink>
            <span className={stack['muted']}>{countOf(names.length, 'variable')}</span>
          </li>
        )}
      </Contents>
      <Contents title="Custom variables" resource={variables} emptyText="No custom variables yet.">
        {({ variable_name: name, observations }) => (
          <li key={name} className={stack['row']}>
            <CommandLink id="variable.show" args={{ variableName: name }}>
              {name}
            </CommandLink>
            <span className={stack['muted']}>{countOf(observations, 'observation')}</span>
          </li>
        )}
      </Contents>
    </div>
  )
}

interface ContentsProps<Item> {
  title: string
  resource: Resource<readonly Item[]>
  emptyText: string
  children: (item: Item) => ReactNode
}

function Contents<Item>({ title, resource, emptyText, children }: ContentsProps<Item>) {
  return (
    <section className={stack['section']} aria-label={title}>
      <h2>{title}</h2>
      <Loaded resource={resource}>
        {(items) =>
          items.length === 0 ? (
            <p className={stack['muted']}>{emptyText}</p>
          ) : (
            <ul className={stack['section']}>{items.map((item) => children(item))}</ul>
          )
        }
      </Loaded>
    </section>
  )
}
