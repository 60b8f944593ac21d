import { useAtom } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { cohortToday, type CohortToday } from '#contract/releases.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import type { Named } from '#contract/shapes/wire-names.ts'
import { countedWords } from '#domain/cohorts/cohort-notes.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'
import { keptAtom, keptKey, madeOnWords } from '#entities/releases/made-on.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { causeWords, changeWords, othersRunAgain } from '#features/cohorts/detail/causes.ts'
import { Button } from '#ui/button.tsx'
import { SplitBar } from '#ui/charts/split-bar.tsx'
import { Notice } from '#ui/notice.tsx'
import { DataTable } from '#ui/tables/data-table.tsx'
import stack from '#ui/stack.module.css'

type Today = Named<CohortToday>

/** A cohort of an earlier data release: its changes on the present one with their causes, and commands for it. */
export default function MadeOn({ cohort }: { cohort: Cohort }) {
  const { cohortId } = cohort
  const query = useCall({ endpoint: cohortToday, request: { cohortId }, key: 'cohort-today' })
  return <QueryResult query={query}>{(today) => <Release cohort={cohort} today={today} />}</QueryResult>
}

function Release({ cohort: { cohortId, counted }, today }: { cohort: Cohort; today: Today }) {
  const [kept, setKept] = useAtom(keptAtom)
  const key = keptKey(String(cohortId), today.today)
  const others = othersRunAgain(today, cohortId)
  if (kept.includes(key)) {
    return counted && <p className={stack['muted']}>{countedWords(counted.at, counted.people)}</p>
  }
  return (
    <Notice
      tone={today.problem === null ? 'plain' : 'warning'}
      title={madeOnWords(today)}
      actions={
        <>
          {today.problem === null && <CommandButton id="cohort.rerun" args={{ cohortId }} variant="primary" />}
          <CommandButton id="cohort.count-again" args={{ cohortId }}>
            Copy as new
          </CommandButton>
          <Button onClick={() => setKept([...kept, key])}>Keep</Button>
        </>
      }
    >
      <div className={stack['section']}>
        {today.problem !== null && <p>{today.problem}</p>}
        {today.changes && <Changes changes={today.changes} />}
        {today.causes.length > 0 && <Causes causes={today.causes} />}
        <p className={stack['muted']}>
          The members are those of the release, the answers on this page are the present ones. Re-run replaces the
          cohort under its name
          {others.length > 0 && `, and also runs again ${others.map((name) => `“${name}”`).join(', ')}`}; the earlier
          one goes to the trash.
        </p>
      </div>
    </Notice>
  )
}

function Changes({ changes }: { changes: NonNullable<Today['changes']> }) {
  const { entered, left, stayed } = changes
  return (
    <SplitBar
      label={`Members today: ${changeWords(changes)}`}
      parts={[
        { key: 'stayed', label: 'Stayed', count: stayed },
        { key: 'left', label: 'Left', count: left },
        { key: 'entered', label: 'Entered', count: entered },
      ]}
      format={formatCount}
      share={(count) => formatShare(count, entered + left + stayed)}
      base="Percentages are of all who are members on either release."
    />
  )
}

function Causes({ causes }: Pick<Today, 'causes'>) {
  return (
    <>
      <DataTable
        label="Why individuals entered or left"
        rows={causes}
        rowKey={({ cause, variableName }) => `${cause} ${variableName}`}
        columns={[
          { key: 'cause', header: 'Cause', cell: causeWords },
          { key: 'entered', header: 'Entered', align: 'end', cell: ({ entered }) => formatCount(entered) },
          { key: 'left', header: 'Left', align: 'end', cell: ({ left }) => formatCount(left) },
        ]}
      />
      <p className={stack['muted']}>An individual is counted once for each variable that changed.</p>
    </>
  )
}
