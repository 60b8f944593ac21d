import { CommandButton } from '#command-kit/command-button.tsx'
import type { ImportReport, ImportProblem } from '#contract/shapes/entities.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import type { Settlement } from '#features/imports/state.ts'
import type { Column } from '#ui/tables/data-table.tsx'
import { Tag } from '#ui/tag.tsx'
import { LocalTable } from '#workspace/lists/local-table.tsx'
import stack from '#ui/stack.module.css'

const KINDS = {
  stops: { label: 'blocking', letter: '!', hue: 25 },
  'left-out': { label: 'left out', letter: '–', hue: 55 },
  kept: { label: 'kept', letter: '?', hue: 85 },
  note: { label: 'information', letter: 'i', hue: 250 },
} as const

const ORDER = Object.keys(KINDS)

/** The options that settle a finding. */
const SETTLED_BY: ReadonlyMap<string, Settlement> = new Map([
  ['keep-na', 'keep-na'],
  ['update', 'update'],
  ['both-ids', 'both-ids'],
])

const COLUMNS: readonly Column<ImportProblem>[] = [
  {
    key: 'kind',
    header: 'Kind',
    width: 'clamp(84px, 20cqi, 112px)',
    cell: ({ kind }) => <Tag {...KINDS[kind]} />,
    sortValue: ({ kind }) => ORDER.indexOf(kind),
  },
  { key: 'place', header: 'File and line', width: 'clamp(96px, 22cqi, 260px)', cell: placeOf, sortValue: placeOf },
  {
    key: 'text',
    header: 'What',
    cell: ({ kind, file, text, remedy, missing, idCandidates }) => (
      <div className={stack['row']}>
        <span className={stack['question']}>
          {remedy === 'study' ? `${text} Write it into the field “Study”.` : text}
        </span>
        <Settling settlement={SETTLED_BY.get(remedy)} />
        {idCandidates.map(({ column, ids, known }) => (
          <CommandButton key={column} id="import.choose-id" args={{ column }} size="small">
            {column} · {countOf(ids, 'id')}
            {known > 0 && `, ${formatCount(known)} known`}
          </CommandButton>
        ))}
        {missing !== '' && <CommandButton id="import.accept-missing" args={{ codes: missing }} size="small" />}
        {kind === 'stops' && file !== '' && <CommandButton id="import.leave-out" args={{ path: file }} size="small" />}
      </div>
    ),
  },
]

function Settling({ settlement }: { settlement: Settlement | undefined }) {
  return settlement === undefined ? null : <CommandButton id="import.settle" args={{ settlement }} size="small" />
}

function placeOf({ file, line, column }: ImportProblem): string {
  return [file, line, column].filter((part) => part !== null && part !== '').join(':')
}

const wordsOf = (problem: ImportProblem) => `${placeOf(problem)} ${problem.text} ${KINDS[problem.kind].label}`

/** Problems by file and line. */
export function ProblemsTable({ report: { problems, problemCount } }: { report: ImportReport }) {
  const numbered = problems.map((problem, place) => ({ ...problem, place }))
  return (
    <section className={stack['section']}>
      <h3>
        {formatCount(problemCount)} {problemCount === 1 ? 'remark' : 'remarks'}
      </h3>
      <SameCodes problems={problems} />
      {problemCount > problems.length && <p>Shown: the first {formatCount(problems.length)}.</p>}
      <LocalTable
        label="Problems"
        columns={COLUMNS}
        rows={numbered}
        rowKey={({ place }: ImportProblem & { place?: number }) => String(place)}
        wordsOf={wordsOf}
      />
    </section>
  )
}

/** Codes that look like missing ones in several columns, accepted together. */
function SameCodes({ problems }: Pick<ImportReport, 'problems'>) {
  const byCode = new Map<string, string[]>()
  for (const pair of problems.flatMap(({ missing }) => (missing === '' ? [] : missing.split(',')))) {
    const code = pair.slice(pair.lastIndexOf('=') + 1)
    byCode.set(code, [...(byCode.get(code) ?? []), pair])
  }
  const several = [...byCode].filter(([, pairs]) => pairs.length > 1)
  if (several.length === 0) return null
  return (
    <div className={stack['row']}>
      {several.map(([code, pairs]) => (
        <CommandButton key={code} id="import.accept-missing" args={{ codes: pairs.join(',') }} size="small">
          Read {code} as missing in {countOf(pairs.length, 'column')}
        </CommandButton>
      ))}
    </div>
  )
}
