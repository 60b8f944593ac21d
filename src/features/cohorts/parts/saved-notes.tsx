import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { Cohort } from '#contract/shapes.ts'
import { countedWords } from '#domain/cohort-notes.ts'
import { cohortAtom } from '#entities/cohorts.ts'
import { LeaveOut } from '#features/cohorts/parts/leave-out.tsx'
import { Undecided } from '#features/cohorts/parts/undecided.tsx'
import { Notice } from '#ui/notice.tsx'

/** What is to be known of a saved cohort's numbers: the data that they were counted on, and whose answer is missing. */
export function SavedNotes({ cohort }: { cohort: Cohort }) {
  const { cohortid, counted, undecided, secondparent_id } = cohort
  const second = useAtomValue(cohortAtom(secondparent_id ?? 0)).data
  return (
    <>
      {counted && !counted.is_current && (
        <Notice
          title={countedWords(counted)}
          actions={<CommandButton id="cohort.count-again" args={{ cohortId: cohortid }} />}
        >
          The numbers here are those of then. Counting again makes a new cohort of today’s data; this one stays.
        </Notice>
      )}
      <Undecided count={undecided}>{second && <LeaveOut parentId={cohortid} second={second} />}</Undecided>
    </>
  )
}
