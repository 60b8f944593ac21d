import type * as v from 'valibot'
import type {
  ImportedVariable,
  ImportProblem,
  ImportProgress,
  ImportReport,
} from '#contract/shapes/shapes-of-imports.ts'
import type { Balance } from '#domain/imports/balance.ts'
import { IMPORT_PROBLEMS_SHOWN, IMPORT_VALUES_SHOWN } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import type { ImportJob, Outcome } from '#server/modules/imports/jobs/import-jobs.ts'
import type { ImportReport as Found, OutsideValue, VariableSummary } from '#server/modules/imports/plan/report.ts'
import { type ImportBeginning, textsOf } from '#server/modules/imports/plan/study-options.ts'
import { type Problem, isPresent } from '#server/modules/imports/source/problem.ts'

type WireProblem = v.InferInput<typeof ImportProblem>
type Kind = WireProblem['kind']

interface Circumstances {
  readonly beginning: ImportBeginning
  readonly columns: readonly string[]
  /** Number of synthetic individuals that the import deletes; null where there are none. */
  readonly replaces: number | null
  readonly needsPassword: boolean
}

/** Presents the report of files, or the reasons of a refusal. */
export function presentReport(
  { reportId, files }: ImportJob,
  outcome: Outcome,
  { beginning, columns, replaces, needsPassword }: Circumstances,
): v.InferInput<typeof ImportReport> {
  const found = 'result' in outcome ? outcome.result.report : null
  const stops = 'problems' in outcome ? outcome.problems : []
  const problems = [
    ...stops.map(presenter('stops', files.folder)).filter(isPresent),
    ...(found ? presentFindings(found) : []),
  ]
  return {
    report_id: reportId,
    can_run: found !== null,
    individuals: found?.individuals ?? 0,
    balance: found && presentBalance(found.balance),
    forms: [...(found?.forms ?? [])],
    variables: (found?.variables ?? []).map(presentVariable),
    problems: problems.slice(0, IMPORT_PROBLEMS_SHOWN),
    problem_count: problems.length,
    can_skip: stops.some(({ remedy }) => remedy === 'rows'),
    needs_id: stops.some(({ remedy }) => remedy === 'id-column'),
    has_similar_ids: stops.some(({ remedy }) => remedy === 'similar-ids'),
    options: presentOptions(beginning),
    has_other_options: stops.some(({ remedy }) => remedy === 'new-options'),
    columns: [...columns],
    replaces: replaces === null ? null : { individuals: replaces },
    needs_password: needsPassword,
  }
}

function presentOptions({ study, options }: ImportBeginning): v.InferInput<typeof ImportReport>['options'] {
  const { keepsNotAvailable, similarIds, ...texts } = textsOf(options)
  return { study, ...texts, keep_na: keepsNotAvailable, similar_ids: similarIds }
}

function presentBalance({ filesRead, filesLeftOut, tables }: Balance): v.InferInput<typeof ImportReport>['balance'] {
  return {
    files_read: [...filesRead],
    files_left_out: [...filesLeftOut],
    tables: tables.map(({ file, idColumn, ids, rows, columns, cells }) => ({
      file,
      id_column: idColumn,
      ids: { count: ids.count, in_database: ids.inDatabase, in_other_files: ids.inOtherFiles },
      rows: {
        read: rows.read,
        records: rows.records,
        merged: rows.merged,
        refused: rows.refused,
        left_out: [...rows.leftOut],
      },
      columns: {
        read: columns.read,
        ids: columns.ids,
        structural: [...columns.structural],
        variables: columns.variables,
        left_out: [...columns.leftOut],
      },
      cells: {
        read: cells.read,
        ids: cells.ids,
        structural: cells.structural,
        answers: cells.answers,
        missing: [...cells.missing],
        left_out: [...cells.leftOut],
      },
    })),
  }
}

export function presentProgress(job: ImportJob | null): v.InferInput<typeof ImportProgress> {
  if (job === null) return { report_id: null, state: 'none' }
  const { progress, outcome, files } = job
  const result = outcome && 'result' in outcome && job.state === 'imported' ? outcome.result : null
  const problems = outcome && 'problems' in outcome && job.state === 'failed' ? outcome.problems : []
  return {
    report_id: job.reportId,
    state: job.state,
    phase: progress?.phase ?? null,
    done: progress?.done ?? 0,
    per_second: progress?.perSecond ?? null,
    of: progress?.phase === 'reading' ? files.bytes() : (progress?.total ?? null),
    individuals: result?.report.individuals ?? 0,
    variables: result?.report.variables.length ?? 0,
    replaced: result?.cleared?.individuals ?? 0,
    problems: problems.slice(0, IMPORT_PROBLEMS_SHOWN).map(presenter('stops', files.folder)).filter(isPresent),
  }
}

function presentFindings({ refused, outsideLevels, outsideRange, notes }: Found): WireProblem[] {
  const outside = (what: string) => (value: OutsideValue) => presentProblem(value, what)
  return [
    ...refused.map((problem) => placed('left-out', problem)),
    ...outsideLevels.map(outside('is none of the declared levels')),
    ...outsideRange.map(outside('is outside the declared range')),
    ...notes.map((problem) => placed('note', problem)),
  ]
}

function presentProblem({ file, variableName, value, lines }: OutsideValue, what: string): WireProblem {
  const text = `${variableName}: "${value}" ${what}, ${countOf(lines.length, 'time')}; kept.`
  return { kind: 'kept', file, line: lines[0] ?? null, column: null, text, remedy: '', missing: '' }
}

/** Paths on the server are confidential. The page words advice without text. */
function presenter(kind: Kind, folder: string): (problem: Problem) => WireProblem | null {
  return (problem) => {
    if (problem.text === '') return null
    return placed(kind, problem.file === folder ? { ...problem, file: '' } : problem)
  }
}

function placed(kind: Kind, { idCandidates = [], ...problem }: Problem): WireProblem {
  return { ...problem, kind, id_candidates: [...idCandidates] }
}

function presentVariable(variable: VariableSummary): v.InferInput<typeof ImportedVariable> {
  const { possibleValues, valueMapping } = variable
  return {
    file: variable.file,
    is_known: variable.isKnown,
    variable_name: variable.variableName,
    original_name: variable.originalName,
    question: variable.question,
    data_type: variable.dataType,
    reason: variable.reason,
    values: possibleValues.slice(0, IMPORT_VALUES_SHOWN).map((code) => [code, valueMapping[code] ?? '']),
    value_count: possibleValues.length,
    observations: variable.observations,
  }
}
