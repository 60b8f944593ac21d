import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { PaneContext } from '#command-kit/hooks.ts'
import { projectCohortsAtom } from '#entities/cohorts/cohorts.ts'
import { customVariablesAtom } from '#entities/custom-variables/custom-variables.ts'
import { currentProjectAtom, currentProjectIdAtom, projectName } from '#entities/projects/projects.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { projectVariableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { ProjectTree } from '#features/explorer/project-tree.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#features/explorer/explorer.module.css'

/** Registers the tree's row commands apart from those of the panes. */
const TREE_ID = 'explorer'

/** The current project as a tree, at the left of the panes. */
export default function Explorer() {
  const project = useAtomValue(currentProjectAtom)
  return (
    <div className={styles['explorer']}>
      <header className={styles['head']}>
        <h2 className={styles['title']} title={project ? projectName(project) : undefined}>
          {project ? projectName(project) : 'Explorer'}
        </h2>
        <CommandButton id="explorer.toggle" args={{}} size="small" variant="quiet" label="Hide the explorer">
          ×
        </CommandButton>
      </header>
      <Loaded resource={useAtomValue(currentProjectIdAtom)} skeleton={<Waiting />}>
        {(projectId) => <Contents projectId={projectId} />}
      </Loaded>
    </div>
  )
}

function Contents({ projectId }: { projectId: number }) {
  const cohorts = useAtomValue(projectCohortsAtom(projectId))
  const customVariables = useAtomValue(customVariablesAtom(projectId))
  const variableSets = useAtomValue(projectVariableSetsAtom(projectId))
  const lists = [cohorts, customVariables, variableSets]
  const failed = lists.filter(({ data, error }) => data === undefined && error !== null)
  const contents = useMemo(
    () => ({
      cohorts: cohorts.data ?? null,
      customVariables: customVariables.data ?? null,
      variableSets: variableSets.data ?? null,
    }),
    [cohorts.data, customVariables.data, variableSets.data],
  )
  if (lists.some(({ data, error }) => data === undefined && error === null)) return <Waiting />
  return (
    <PaneContext value={TREE_ID}>
      {failed[0] && (
        <Loaded<unknown>
          resource={{ ...failed[0], refetch: () => Promise.all(failed.map(({ refetch }) => refetch())) }}
          failure="Not all lists were loaded."
        >
          {() => null}
        </Loaded>
      )}
      <ProjectTree contents={contents} />
    </PaneContext>
  )
}

function Waiting() {
  return (
    <div className={styles['waiting']}>
      <Skeleton lines={10} />
    </div>
  )
}
