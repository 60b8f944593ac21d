import { atom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { copyFormats, copyText } from '#command-kit/clipboard.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { Group, GroupOverlap, Overall } from '#contract/shapes/entities.ts'
import { hasSeveralCodes } from '#domain/data-types.ts'
import { ONLY_READABLE, SEVERAL_ANSWERS } from '#domain/messages.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import type { Joins, Question, Questions } from '#domain/question-versions.ts'
import { cohortsAtom, cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { ColumnMenu } from '#entities/cohorts/column-menu.tsx'
import { useRecordedDiagnosis } from '#entities/cohorts/recorded-diagnosis.ts'
import type { Resource } from '#entities/server-state/resource.ts'
import { useOtherVersions } from '#entities/variables/other-versions.ts'
import { meaningWords, valueWords } from '#entities/variables/value-words.ts'
import { catalogAtom, variableAtom } from '#entities/variables/variables.ts'
import { DescribedTable, DifferenceLegend } from '#features/describing/described-table.tsx'
import {
  describedDiagnosis,
  groupNames,
  inOrder,
  overlapWords,
  useDescription,
} from '#features/describing/description.ts'
import { labelsIn, withLabel, withLabels } from '#features/describing/labels.ts'
import {
  linesOf,
  isMissingLine,
  isNotCountedLine,
  type Columns,
  leftOutWords,
  OVERALL,
  withoutDataWords,
  withVersionWords,
} from '#features/describing/lines.ts'
import { diagnosisNotesOf, notesOf, partialNotesOf, testNotesOf, versionNotesOf } from '#features/describing/notes.ts'
import { tableTextOf, type TableFormat, type TextTable } from '#features/describing/table-text.ts'
import type { View } from '#features/describing/view.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIsPrinting } from '#ui/use-is-printing.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/describing/describe.module.css'
import stack from '#ui/stack.module.css'

interface DescriptionResultProps extends Questions {
  cohortIds: readonly number[]
  by: string | null
  groups: readonly Group[]
  overlaps: readonly GroupOverlap[]
  /** The whole cohort that `by` divides. */
  overall: Overall | null
  view: View
  /** Versions that the set lacks and the user joined, with those that it has. */
  joins: Joins
  onJoin: (joins: Joins) => void
  onMove: (cohortIds: readonly number[], cohortId: number) => void
  /** The cohort whose column was moved last. */
  movedId: number | null
}

/** The table with its options, as far as the responses have arrived. */
export function DescriptionResult({
  cohortIds,
  by,
  questions,
  apart,
  groups,
  overlaps,
  overall,
  view,
  joins,
  onJoin,
  onMove,
  movedId,
}: DescriptionResultProps) {
  const [params, setParams] = useSearchParams()
  const { average, order, hasMissing, hasP, hasIntervals, digits, hasCodes, isYesOnly, isOneOfEachFamily } = view
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const cohorts = useAtomValue(cohortsAtom).data
  const dividing = useAtomValue(variableAtom({ name: by ?? '' }))
  const divider = dividing.data
  const catalog = useAtomValue(catalogAtom)
  const columns = useMemo((): Columns => {
    const words = (value: string) => (divider ? (hasCodes ? valueWords : meaningWords)(divider, value) : value)
    const shown = groupNames(groups, cohorts ?? [], words)
    return {
      names: overall === null ? shown : [...shown, OVERALL],
      sizes: [...groups, ...(overall === null ? [] : [overall])].map(({ size }) => size),
      compared: shown.slice(1),
      hasP: hasP && shown.length > 1,
      hasIntervals,
    }
  }, [groups, overall, cohorts, divider, hasCodes, hasP, hasIntervals])
  const tests = !columns.hasP ? null : average === 'median' ? 'medians' : 'means'
  const description = useDescription({ cohortIds, by, questions, unfolded, tests, isOneOfEachFamily })
  const { versions } = description
  const diagnosis = useRecordedDiagnosis(view.hasDiagnosis && by === null ? cohortIds : NO_COHORTS)
  const described = useMemo(
    () =>
      diagnosis && diagnosis.groups.length > 0 && diagnosis.uncounted.length === 0
        ? [describedDiagnosis([...diagnosis.groups]), ...description.described]
        : description.described,
    [diagnosis, description.described],
  )
  // Names of columns and numbers of versions decide how high rows are; another order needs all rows.
  const isWhole = description.isComplete || description.isStopped || description.error !== null
  const [wasWhole, setWasWhole] = useState(isWhole)
  if (isWhole && !wasWhole) setWasWhole(true)
  const hasForm =
    diagnosis !== null && isKnown(catalog) && (by === null || isKnown(dividing)) && (wasWhole || order === 'set')
  const unlabelled = useMemo(() => {
    const asked = { average, hasMissing, hasIntervals, digits, hasCodes, isYesOnly, unfolded }
    const forms = new Map(questions.flatMap((one) => one.names.map((name, place) => [name, one.forms[place] ?? ''])))
    return inOrder(described, order).flatMap((one) => {
      const fold = one.variable.variableName
      const inFold = versions.get(fold) ?? []
      return [
        ...linesOf(one, asked),
        ...inFold.flatMap((version) =>
          linesOf(version, asked, { fold, form: forms.get(version.variable.variableName) ?? '' }),
        ),
      ]
    })
  }, [described, versions, questions, order, average, hasMissing, hasIntervals, digits, hasCodes, isYesOnly, unfolded])
  const labelsText = params.getAll('label').join('\n')
  const others = useOtherVersions(questions)
  const lines = useMemo(
    () => withLabels(withVersionWords(unlabelled, questions, others), labelsIn(labelsText.split('\n'))),
    [unlabelled, questions, others, labelsText],
  )
  const separable = useMemo(() => {
    const joined = new Set(joins.flat())
    return new Set(questions.flatMap(({ names }) => (names.length > 1 && joined.has(names[0]) ? [names[0]] : [])))
  }, [questions, joins])
  const join = (question: string) => {
    const names = questions.find((one) => one.names[0] === question)?.names ?? [question]
    const apart = joins.filter((joined) => !joined.some((name) => names.includes(name)))
    const more = others.get(question)
    onJoin(more ? [...apart, [...names, ...more]] : apart)
  }
  const label = (key: string, text: string) =>
    setParams((current) => withLabel(current, key, text, unlabelled.find((line) => line.key === key)?.label ?? ''), {
      replace: true,
    })
  const shared = overlaps.flatMap((overlap) => overlapWords(overlap, columns.names) ?? [])
  const hasSeveral = described.some(({ variable }) => hasSeveralCodes(variable.dataType))
  const leftOut = overall && by !== null ? leftOutWords(overall, by) : null
  const placeholders = usePlaceholders(cohortIds)
  const withoutData = cohortIds.flatMap((_, place) => {
    const column = overall === null ? columns.names[place] : OVERALL
    const size = overall === null ? columns.sizes[place] : overall.size
    return withoutDataWords(column ?? '', size ?? null, placeholders[place]) ?? []
  })
  const testNotes = useMemo(() => testNotesOf(lines), [lines])
  const menus = useMemo(
    () =>
      cohortIds.length < 2
        ? []
        : cohortIds.map((cohortId, place) => (
            <ColumnMenu
              key={cohortId}
              name={columns.names[place] ?? ''}
              {...{ cohortId, cohortIds, onMove }}
              isMoved={cohortId === movedId}
            />
          )),
    // oxlint-disable-next-line react/exhaustive-deps -- the function is new on each render
    [cohortIds, columns.names, movedId],
  )
  // A copy has the sentences that stand above the table on screen, too.
  const above = [...shared, ...(leftOut === null ? [] : [leftOut])]
  const withoutDataText = withoutData.join('\n')
  const notes = useMemo(
    () => [
      ...(withoutDataText === '' ? [] : withoutDataText.split('\n')),
      ...(groups.some(({ onlyReadable }) => onlyReadable) ? [ONLY_READABLE] : []),
      average === 'mean' ? 'Numbers: mean (SD, by n − 1).' : 'Numbers: median (quartiles of type 7).',
      'Categories: n (% of the answers).',
      ...(hasIntervals ? [INTERVALS] : []),
      ...(lines.some(isMissingLine) ? [MISSING] : []),
      ...(hasSeveral ? [SEVERAL_ANSWERS] : []),
      ...diagnosisNotesOf(diagnosis, columns.names),
      ...versionNotesOf(described),
      ...partialNotesOf(questions, others),
      ...(apart.length > 0 ? [`${APART} ${apart.join(' ')}`] : []),
      ...(lines.some(isNotCountedLine) ? [NOT_COUNTED] : []),
      ...notesOf(lines),
    ],
    [
      withoutDataText,
      columns.names,
      diagnosis,
      hasSeveral,
      hasIntervals,
      groups,
      average,
      described,
      apart,
      questions,
      others,
      lines,
    ],
  )
  const withheld = columns.hasP ? ' p values are withheld.' : ''
  const isLettered = useIsPrinting() && columns.names.length > UNLETTERED_MAX
  const copied = (format: TableFormat) => ({
    available: description.isComplete || { because: 'The table is not complete.' },
    run: () => copyTable(format, { columns, lines, notes: [...above, ...notes] }),
  })
  usePaneActions({
    'list.copy-table': copied('tsv'),
    'list.copy-markdown': copied('markdown'),
    'list.copy-html': copied('html'),
    'list.copy-latex': copied('latex'),
  })
  const isShown = hasForm && (lines.length > 0 || isWhole)
  return (
    <section className={stack['section']} aria-label="Table 1">
      <Progress questions={questions} description={description} />
      {!isShown && (hasForm || description.error === null) && <Skeleton shape="rows" />}
      {isShown && leftOut !== null && <Notice title={leftOut} />}
      {isShown && shared.length === 1 && <Notice tone="warning" title={`${shared[0] ?? ''}${withheld}`} />}
      {isShown && shared.length > 1 && (
        <details className={styles['shared']}>
          <summary>The columns share individuals: they are not independent.{withheld}</summary>
          <ul>
            {shared.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
      {isLettered && (
        <p className={styles['letters']}>
          {columns.names.map((name, place) => `${LETTERS[place]} ${name}`).join(', ')}.
        </p>
      )}
      {hasForm && lines.length > 0 && (
        <DescribedTable
          columns={isLettered ? withLetters(columns) : columns}
          lines={lines}
          testNotes={testNotes}
          unfolded={unfolded}
          joinable={others}
          separable={separable}
          onJoin={join}
          onLabel={label}
          menus={menus}
          onFold={(fold) =>
            setUnfolded((before) =>
              before.includes(fold) ? before.filter((other) => other !== fold) : [...before, fold],
            )
          }
        />
      )}
      {hasForm && wasWhole && (
        <>
          {columns.compared.length > 0 && lines.length > 0 && <DifferenceLegend names={columns.compared} />}
          <div className={styles['copies']}>
            <CommandButton id="list.copy-table" args={{}} size="small" />
            <CommandButton id="list.copy-markdown" args={{}} size="small" />
            <CommandButton id="list.copy-html" args={{}} size="small" />
            <CommandButton id="list.copy-latex" args={{}} size="small" />
          </div>
          {lines.length > 0 && (
            <ul className={styles['notes']} aria-label="Notes">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

function isKnown({ data, error }: Resource<unknown>): boolean {
  return data !== undefined || error !== null
}

const NO_COHORTS: readonly number[] = []

/** Names of more columns than this do not fit a page of 18 cm. */
const UNLETTERED_MAX = 2
const LETTERS = 'ABCDEFGHI'

function withLetters({ names, compared, ...columns }: Columns): Columns {
  const letters = names.map((name, place) => LETTERS[place] ?? name)
  return { ...columns, names: letters, compared: letters.slice(1, compared.length + 1) }
}

const INTERVALS =
  '95% CI in brackets: of means by Student’s t, of percentages by Wilson’s score, as if no individuals were related.'
const APART = 'Versions of a question whose codes differ in meaning have rows of their own.'
const MISSING =
  'Missing: n (% of the column). No answer: a record of the form without an answer to the question. No form: no record of the form.'
const NOT_COUNTED = 'Not counted: individuals whose records you may not read; their numbers and texts are not used.'

function copyTable(format: TableFormat, table: TextTable): Promise<void> {
  if (format !== 'html') return copyText(tableTextOf(format, table))
  // Programs that take no HTML get columns.
  const blob = (type: string) =>
    Promise.resolve(new Blob([tableTextOf(type === 'text/html' ? 'html' : 'tsv', table)], { type }))
  return copyFormats({ 'text/html': blob('text/html'), 'text/plain': blob('text/plain') }, tableTextOf('tsv', table))
}

/** The relatives without data in each cohort; null if suppressed. */
function usePlaceholders(cohortIds: readonly number[]): readonly (number | null | undefined)[] {
  const ids = cohortIds.join()
  const placeholdersAtom = useMemo(
    () => atom((get) => cohortIds.map((id) => get(cohortSummaryAtom(id)).data?.placeholders)),
    // oxlint-disable-next-line react/exhaustive-deps -- the list is new on each render
    [ids],
  )
  return useAtomValue(placeholdersAtom)
}

interface ProgressProps {
  questions: readonly Question[]
  description: ReturnType<typeof useDescription>
}

function Progress({ questions, description }: ProgressProps) {
  const { done, isComplete, isStopped, error, retry, stop } = description
  if (error) {
    return <Notice tone="error" title={error.message} actions={<Button onClick={retry}>Try again</Button>} />
  }
  const variables = questions.reduce((sum, { names }) => sum + names.length, 0)
  const noun = variables > questions.length ? 'question' : 'variable'
  const rest = variables > questions.length ? ` with ${countOf(variables, 'variable')}` : ''
  return (
    <div className={classNames(stack['row'], styles['progress'])}>
      <span role="status">
        {isComplete
          ? `${countOf(done, noun)}${rest}`
          : `${formatCount(done)} of ${countOf(questions.length, noun)}${rest}…`}
      </span>
      {!isComplete && (
        <Button size="small" onClick={isStopped ? retry : stop}>
          {isStopped ? 'Continue' : 'Stop'}
        </Button>
      )}
    </div>
  )
}
