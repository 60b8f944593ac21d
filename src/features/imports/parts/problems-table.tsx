import type { ImportProblem, ImportReport } from '#contract/shapes/entities.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { formatCount } from '#domain/numbers.ts'
import { LocalTable } from '#features/imports/parts/local-table.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import stack from '#ui/stack.module.css'
import { Tag } from '#ui/tag.tsx'

const KINDS = {
  stops: { label: 'blocking', letter: '!', hue: 25 },
  'left-out': { label: 'left out', letter: '–', hue: 55 },
  kept: { label: 'kept', letter: '?', hue: 85 },
  note: { label: 'information', letter: 'i', hue: 250 },
} as const

const ORDER = Object.keys(KINDS)

const COLUMNS: readonly Column<ImportProblem>[] = [
  {
    key: 'kind',
    header: 'Kind',
    cell: ({ kind }) => <Tag {...KINDS[kind]} />,
    sortValue: ({ kind }) => ORDER.indexOf(kind),
  },
  { key: 'place', header: 'File and line', cell: placeOf, sortValue: placeOf },
  {
    key: 'text',
    header: 'What',
    cell: ({ kind, file, text }) => (
      <div className={stack['row']}>
        <span className={stack['question']}>{text}</span>
        {kind === 'stops' && file !== '' && <CommandButton id="import.leave-out" args={{ path: file }} size="small" />}
      </div>
    ),
  },
]

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
