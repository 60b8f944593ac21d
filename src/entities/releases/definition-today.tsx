import { useAtom, useAtomValue } from 'jotai'
import { definitionToday, type DefinitionToday } from '#contract/releases.ts'
import type { Named } from '#contract/shapes/wire-names.ts'
import { formatCount } from '#domain/numbers.ts'
import { keptAtom, keptKey, madeOnWords } from '#entities/releases/made-on.ts'
import { resource, resourceFamily } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { DataTable } from '#ui/tables/data-table.tsx'
import stack from '#ui/stack.module.css'

interface Defined {
  kind: 'construct' | 'varset'
  id: number
}

/** Null for an object that has just been replaced: the page shows its former id until it is read again. */
const definitionTodayAtom = resourceFamily(
  ({ kind, id, isOffered }: Defined & { isOffered: boolean }) =>
    resource({
      endpoint: definitionToday,
      request: { kind, id },
      key: ['definition-today', kind, id],
      isNamed: isOffered,
      absent: { value: null },
      read: (answer): Named<DefinitionToday> | null => answer,
    }),
  (one, other) => one.kind === other.kind && one.id === other.id && one.isOffered === other.isOffered,
)

/** The answers to a custom variable or a variable set on an earlier data release and today. */
export default function DefinitionOfRelease({ kind, id }: Defined) {
  const isOffered = useAtomValue(isOfferedAtom)(definitionToday)
  const { data: today } = useAtomValue(definitionTodayAtom({ kind, id, isOffered }))
  const [kept, setKept] = useAtom(keptAtom)
  if (!today?.madeOn || !today.today || today.before === null) return null
  const key = keptKey(`${kind} ${id}`, today.today)
  if (kept.includes(key)) return null
  return (
    <Notice
      title={madeOnWords({ ...today, today: today.today })}
      actions={<Button onClick={() => setKept([...kept, key])}>Keep</Button>}
    >
      <div className={stack['section']}>
        <Parts kind={kind} parts={today.parts} />
        <p className={stack['muted']}>
          The definition is unchanged and always uses the present answers. The numbers are individuals whose records you
          may read
          {kind === 'varset' ? '; those in the heading have an answer to every variable.' : '.'}
        </p>
      </div>
    </Notice>
  )
}

type Part = Named<DefinitionToday>['parts'][number]

function Parts({ kind, parts }: { kind: Defined['kind']; parts: readonly Part[] }) {
  const changed = parts.filter(({ before, after }) => before !== after)
  if (changed.length === 0) return <p>The numbers are the same on both releases.</p>
  return (
    <DataTable
      label="Answers on both releases"
      rows={changed}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', header: kind === 'construct' ? 'Value' : 'Variable', cell: ({ name }) => name },
        { key: 'before', header: 'Then', align: 'end', cell: ({ before }) => formatCount(before) },
        { key: 'after', header: 'Now', align: 'end', cell: ({ after }) => formatCount(after) },
      ]}
    />
  )
}
