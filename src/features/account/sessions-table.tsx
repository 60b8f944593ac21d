import type * as v from 'valibot'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { accountSessions } from '#contract/account.ts'
import { momentInWords } from '#domain/moments.ts'
import { DataTable, type Column } from '#ui/data-table.tsx'

type OwnSession = v.InferOutput<typeof accountSessions.answer>['data'][number]

const COLUMNS: readonly Column<OwnSession>[] = [
  { key: 'program', header: 'Browser', cell: ({ program }) => program ?? 'not known' },
  {
    key: 'begun',
    header: 'Logged in',
    cell: ({ begun_at }) => <time dateTime={begun_at}>{momentInWords(begun_at)}</time>,
  },
  { key: 'used', header: 'Used last', cell: ({ used_at }) => <time dateTime={used_at}>{momentInWords(used_at)}</time> },
  {
    key: 'end',
    header: 'End',
    cell: ({ session_id, is_own }) =>
      is_own ? (
        'this one'
      ) : (
        <CommandButton id="account.end-session" args={{ sessionId: session_id }} size="small">
          End
        </CommandButton>
      ),
  },
]

/** One's sessions, here and elsewhere. */
export function SessionsTable({ sessions }: { sessions: readonly OwnSession[] }) {
  return <DataTable label="Your sessions" columns={COLUMNS} rows={sessions} rowKey={({ session_id }) => session_id} />
}
