import { useAtomValue } from 'jotai'
import { releasesInfo } from '#contract/releases.ts'
import { momentInWords } from '#domain/moments.ts'
import { formatCount, formatSize } from '#domain/numbers.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { hasDisclosureControlAtom } from '#entities/session/session.ts'
import { Notice } from '#ui/notice.tsx'
import { DataTable } from '#ui/tables/data-table.tsx'
import styles from '#features/releases/screens/releases.module.css'
import stack from '#ui/stack.module.css'

/** The releases of the research data. */
export default function ReleasesScreen() {
  const query = useCall({ endpoint: releasesInfo, request: {}, key: 'releases', staleTime: 0 })
  // A hash of all answers would confirm a guess of one.
  const withoutHash = useAtomValue(hasDisclosureControlAtom) ? 'hidden' : 'not computed yet'
  return (
    <div className={stack['screen']}>
      <p className={stack['muted']}>
        Each import makes a release: it adds individuals, and corrects answers of known ones. A cohort keeps the members
        of the release that it was made on, until you run it again. Individuals who withdraw their consent leave the
        data of every release at once; the hashes of earlier releases are then those of the others.
      </p>
      <QueryResult query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Notice title="There are no releases yet.">The first import makes one.</Notice>
          ) : (
            <DataTable
              label="Data releases"
              rows={data}
              rowKey={({ name }) => name}
              columns={[
                { key: 'name', header: 'Release', cell: ({ name }) => name },
                { key: 'made', header: 'Made', cell: ({ madeAt }) => <Moment moment={madeAt} /> },
                {
                  key: 'individuals',
                  header: 'Individuals',
                  align: 'end',
                  cell: ({ individuals }) => formatCount(individuals),
                },
                { key: 'added', header: 'Added', align: 'end', cell: ({ added }) => formatCount(added) },
                {
                  key: 'corrected',
                  header: 'Corrected',
                  align: 'end',
                  cell: ({ corrected }) => formatSize(corrected),
                },
                {
                  key: 'withdrawn',
                  header: 'Withdrawn',
                  align: 'end',
                  isMinor: true,
                  cell: ({ withdrawn }) => formatSize(withdrawn),
                },
                {
                  key: 'variables',
                  header: 'Variables',
                  align: 'end',
                  isMinor: true,
                  cell: ({ variables }) => formatCount(variables),
                },
                {
                  key: 'hash',
                  header: 'SHA-256 of the content',
                  isMinor: 'first',
                  cell: ({ contentHash }) =>
                    contentHash === null ? withoutHash : <code title={contentHash}>{contentHash.slice(0, 16)}…</code>,
                },
              ]}
            />
          )
        }
      </QueryResult>
    </div>
  )
}

/** Where there is no room, the time goes below the day. */
function Moment({ moment }: { moment: string }) {
  const [day = '', time = ''] = momentInWords(moment).split(' ')
  return (
    <time dateTime={moment}>
      <span className={styles['whole']}>{day}</span> {time}
    </time>
  )
}
