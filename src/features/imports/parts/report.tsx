import { useAtomValue, useSetAtom } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { ImportReport, ImportProblem } from '#contract/shapes/entities.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { passwordProblem } from '#domain/passwords.ts'
import { ReadingForm } from '#features/imports/parts/reading-form.tsx'
import { VariablesTable } from '#features/imports/parts/variables-table.tsx'
import { isStale, type ImportView, importAtom } from '#features/imports/state.ts'
import { changeImportAtom } from '#features/imports/use-cases.ts'
import { classNames } from '#ui/class-names.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Column } from '#ui/tables/data-table.tsx'
import { Tag } from '#ui/tag.tsx'
import { LocalTable } from '#workspace/lists/local-table.tsx'
import styles from '#features/imports/imports.module.css'
import stack from '#ui/stack.module.css'

/** The report: counts, problems, and each variable with its type and the evidence; types can be corrected. */
export function Report({ view, report }: { view: ImportView; report: ImportReport }) {
  const isOld = view.step === 'reading' || isStale(view)
  return (
    <>
      {report.canRun ? <Summary report={report} view={view} /> : <Stopped report={report} />}
      {view.step === 'report' && isStale(view) && (
        <Notice tone="warning" title="The options have changed: read the files again to update the report." />
      )}
      <div className={styles['columns']}>
        <div className={stack['section']}>
          {report.canRun && <KeptAccount report={report} />}
          <ReadingForm view={view} report={report} />
        </div>
        <div className={classNames(stack['screen'], isOld && stack['dimmed'])}>
          {report.problemCount > 0 && <ProblemsTable report={report} />}
          {report.variables.length > 0 && <VariablesTable report={report} />}
        </div>
      </div>
    </>
  )
}

function Summary({ report, view }: { report: ImportReport; view: ImportView }) {
  const answers = report.forms.reduce((sum, { observations }) => sum + observations, 0)
  const isCatalogAlone = report.forms.every(({ rows }) => rows === 0)
  const leftOut = view.files?.leftOut ?? 0
  return (
    <div role="status">
      <p className={stack['big']}>
        {formatCount(isCatalogAlone ? report.variables.length : report.individuals)}{' '}
        <span className={stack['unit']}>
          {isCatalogAlone
            ? `variables · ${countOf(report.forms.length, 'form')} · a catalog without individuals`
            : `${report.individuals === 1 ? 'individual' : 'individuals'} · ${countOf(report.forms.length, 'form')} · ${countOf(report.variables.length, 'variable')} · ${countOf(answers, 'answer')}`}
        </span>
      </p>
      <p className={styles['facts']}>
        {report.replaces === null
          ? 'Added to the data imported before.'
          : `The synthetic data (${countOf(report.replaces.individuals, 'individual')}) will be deleted, with all cohorts, sets and variables based on them.`}
        {leftOut > 0 && ` ${countOf(leftOut, 'file')} ${leftOut === 1 ? 'was' : 'were'} left out.`}
      </p>
    </div>
  )
}

function Stopped({ report }: { report: ImportReport }) {
  return (
    <Notice tone="error" title="These files cannot be imported with these options.">
      {report.needsId && <p>Choose the ID column below, then read the files again.</p>}
      {report.canSkip && (
        <p>
          Correct the rows listed below or leave them out. For repeated rows of an individual, keep one row or keep all
          as columns.
        </p>
      )}
      <p>Blocking problems are listed below by file and line. Leave out files that do not belong to the data.</p>
    </Notice>
  )
}

/** Accounts of the synthetic data are deleted with it; the administrator keeps their own by a new password. */
function KeptAccount({ report }: { report: ImportReport }) {
  const { password, username, failure } = useAtomValue(importAtom)
  const change = useSetAtom(changeImportAtom)
  if (!report.needsPassword) return null
  return (
    <Notice
      tone="warning"
      title={`The demo accounts are deleted with the synthetic data; yours, ${username}, can be kept.`}
    >
      <div className={stack['narrow']}>
        <TextField
          label="Your new password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(next) => change({ password: next, failure: null })}
          problemOf={(text) => passwordProblem(text, username)}
          refusal={failure?.issues.find(({ path }) => path === 'password')?.message}
          hint={`At least ${PASSWORD_MIN} characters. It replaces your old password.`}
        />
      </div>
    </Notice>
  )
}

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
    width: 'clamp(84px, 20cqi, 112px)',
    cell: ({ kind }) => <Tag {...KINDS[kind]} />,
    sortValue: ({ kind }) => ORDER.indexOf(kind),
  },
  { key: 'place', header: 'File and line', width: 'clamp(96px, 22cqi, 260px)', cell: placeOf, sortValue: placeOf },
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
function ProblemsTable({ report: { problems, problemCount } }: { report: ImportReport }) {
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
