import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useRunCommand } from '#command-kit/hooks.ts'
import { ROW_LABEL_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { shortened } from '#domain/pictures/text-fit.ts'
import type { Figure } from '#domain/statistics/group-differences.ts'
import { DIAGNOSIS_FIELD } from '#domain/terms.ts'
import type { NameRule } from '#domain/text/names.ts'
import { differenceWords } from '#features/describing/figures.ts'
import {
  largestPlace,
  pCell,
  sizeWords,
  TESTED,
  testedCell,
  type Columns,
  type Line,
} from '#features/describing/lines.ts'
import { noteNumber, superscript } from '#features/describing/notes.ts'
import { Button } from '#ui/button.tsx'
import { Popup } from '#ui/overlays/popup.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { FoldButton } from '#workspace/lists/folded-rows.tsx'
import { useRowRename } from '#workspace/lists/row-rename.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/describing/describe.module.css'
import popup from '#ui/overlays/popup.module.css'

/** The axis of absolute differences, in user units of the picture. */
const WIDTH = 120
/** Of several marks. */
const WIDE = 180
const END = 1
const HEIGHT = 16
/** A common threshold of balance (Austin 2009). */
const THRESHOLD = 0.1

/** One row of a dot plot (Love plot): the absolute difference of each group from the first one. */
function DifferenceDots({ differences }: { differences: readonly Figure[] }) {
  const width = differences.length > 1 ? WIDE : WIDTH
  const x = (difference: number) => 4 + (Math.min(difference, END) / END) * (width - 8)
  return (
    <svg className={styles['dots']} style={{ width }} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      <line className={styles['zero']} x1={x(0)} x2={x(0)} y1={0} y2={HEIGHT} />
      <line className={styles['threshold']} x1={x(THRESHOLD)} x2={x(THRESHOLD)} y1={0} y2={HEIGHT} />
      {differences.some(isBeyondEnd) && <line className={styles['end']} x1={x(END)} x2={x(END)} y1={0} y2={HEIGHT} />}
      {differences.map((difference, place) =>
        'value' in difference ? (
          <Mark
            key={SHAPES[place]}
            place={place}
            cx={x(Math.abs(difference.value))}
            isBeyond={isBeyondEnd(difference)}
          />
        ) : null,
      )}
    </svg>
  )
}

function isBeyondEnd(difference: Figure): boolean {
  return 'value' in difference && Math.abs(difference.value) > END
}

/** Marks differ in shape, not in colour alone. */
function Mark({ place, cx, isBeyond }: { place: number; cx: number; isBeyond: boolean }) {
  const middle = HEIGHT / 2
  const look = { className: styles['mark'], 'data-beyond': isBeyond }
  if (isBeyond) return <path {...look} d={`M${cx - 5} ${middle - 4}l6 4l-6 4z`} />
  if (place === 0) return <circle {...look} cx={cx} cy={middle} r={3.5} />
  if (place === 1) return <rect {...look} x={cx - 3} y={middle - 3} width={6} height={6} data-open />
  return <path {...look} d={`M${cx} ${middle - 4}l4 7h-8z`} data-open={place > 2} />
}

const SHAPES = ['●', '□', '▲', '△']

/** The legend of the dots: the shapes by group, and the scale. */
export function DifferenceLegend({ names }: { names: readonly string[] }) {
  const shapes = names.map((name, place) => `${SHAPES[place] ?? '△'} ${name}`).join(', ')
  return (
    <p className={styles['legend']}>
      Dots: absolute SMD from 0 to 1, ▸ beyond, dashed line at 0.1.{names.length > 1 ? ` ${shapes}.` : ''}
    </p>
  )
}

/** The least widths, in pixels; its style sheet has narrower columns for paper and phones. */
const GROUP_WIDTH = 124
const INTERVAL_GROUP_WIDTH = 188
const FIGURE_WIDTH = 76
/** With the name of its column. */
const NAMED_FIGURE_WIDTH = 168
const NAME_ROOM = 100
const P_WIDTH = 76
const TESTED_WIDTH = 76
const PLOT_ROOM = 20
/** Groups that fit a pane of 760 px. */
const FEW_GROUPS = 2

const ROW_LABEL: NameRule = {
  maxLength: ROW_LABEL_MAX,
  input: /^/,
  problem: (label) =>
    label.length > ROW_LABEL_MAX ? `Label is too long; maximum ${formatCount(ROW_LABEL_MAX)} characters` : null,
}

interface DescribedTableProps {
  columns: Columns
  lines: readonly Line[]
  testNotes: readonly string[]
  /** The keys of the rows that are open. */
  unfolded: readonly string[]
  onFold: (key: string) => void
  /** The questions whose rows lack versions. */
  joinable: ReadonlyMap<string, readonly string[]>
  /** The questions whose joined versions can be separated. */
  separable: ReadonlySet<string>
  onJoin: (question: string) => void
  onLabel: (key: string, label: string) => void
  /** The menus of the columns, by their places. */
  menus: readonly ReactNode[]
}

/** Table 1: a grid whose rows open their variable. */
export function DescribedTable({ columns, lines, testNotes, onLabel, menus, ...folds }: DescribedTableProps) {
  const { unfolded, onFold, joinable, separable, onJoin } = folds
  const run = useRunCommand('key')
  const [active, setActive] = useState<{ readonly key: string; readonly place: number } | null>(null)
  const [focusRequest, setFocusRequest] = useState(0)
  const shown = useMemo(
    () => columnsOf(columns, testNotes, menus, { ...folds, onEdit: () => void run({ id: 'form.rename', args: {} }) }),
    // oxlint-disable-next-line react/exhaustive-deps -- the functions are new on each render
    [columns, testNotes, menus, unfolded, joinable, separable],
  )
  const found = active === null ? 0 : lines.findIndex(({ key }) => key === active.key)
  // A row that joins versions has another key at the same place.
  const activeIndex = found >= 0 ? found : Math.min(active?.place ?? 0, lines.length - 1)
  const line = lines[activeIndex]
  const activate = (key: string) => setActive({ key, place: lines.findIndex((one) => one.key === key) })
  const focus = (key: string | undefined) => {
    if (key !== undefined) activate(key)
    setFocusRequest((before) => before + 1)
  }
  const isReplaced = active !== null && found < 0
  useEffect(() => {
    if (isReplaced && document.activeElement === document.body) focus(line?.key)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each row in place of another
  }, [isReplaced, line?.key])
  const goTo = (place: number) => focus(lines[Math.min(lines.length - 1, Math.max(0, place))]?.key)
  const open = ({ variableName }: Line, where: 'here' | 'beside') => {
    if (variableName !== DIAGNOSIS_FIELD) void run({ id: 'variable.show', args: { variableName } }, where)
  }
  const hasRows = lines.length > 0 || { because: 'The table has no rows yet.' }
  const withLine = (act: (line: Line) => void) => ({
    available: hasRows,
    run: () => {
      if (line) act(line)
    },
  })
  usePaneActions({
    'list.next': { available: hasRows, run: () => goTo(active === null ? 0 : activeIndex + 1) },
    'list.previous': { available: hasRows, run: () => goTo(activeIndex - 1) },
    'list.first': { available: hasRows, run: () => goTo(0) },
    'list.last': { available: hasRows, run: () => goTo(lines.length - 1) },
    'list.open': withLine((one) => open(one, 'here')),
    'list.open-beside': withLine((one) => open(one, 'beside')),
  })
  const fold = line?.fold ?? null
  const canJoin = line !== undefined && (joinable.has(line.question) || separable.has(line.question))
  usePaneActions({
    'list.unfold': {
      available: fold !== null || { because: 'The row has no other versions, and no missing answers.' },
      run: () => {
        if (fold === null) return
        // The rows below a closed row are gone.
        focus(fold)
        onFold(fold)
      },
    },
    'list.join-versions': {
      available: canJoin || { because: 'The question of the row has no other versions.' },
      run: () => {
        if (!line) return
        onJoin(line.question)
        focus(line.key)
      },
    },
  })
  const renameField = useRowRename(
    line && {
      name: line.label,
      rule: ROW_LABEL,
      save: (label) => {
        onLabel(line.key, label)
        return Promise.resolve(null)
      },
    },
    () => focus(line?.key),
  )
  const groups = columns.names.length
  const groupWidth = columns.hasIntervals ? INTERVAL_GROUP_WIDTH : GROUP_WIDTH
  const isNamed = columns.compared.length > 1
  const figureWidth = isNamed ? NAMED_FIGURE_WIDTH : FIGURE_WIDTH
  const plotWidth = (isNamed ? WIDE : WIDTH) + PLOT_ROOM
  const compared = columns.compared.length > 0 ? figureWidth + plotWidth : 0
  const others = compared + (columns.hasP ? P_WIDTH + TESTED_WIDTH : 0)
  const isLong = columns.hasIntervals || (columns.hasP && groups > FEW_GROUPS)
  const widths = {
    ['--groups' as string]: groups,
    ['--others' as string]: `${others}px`,
    ['--group-usual' as string]: `${groupWidth}px`,
    ['--figure-width' as string]: `${figureWidth}px`,
    ['--plot-width' as string]: `${plotWidth}px`,
  }
  return (
    <div className={styles['table']} data-many={groups > FEW_GROUPS} data-long={isLong} style={widths}>
      {renameField}
      <DataTable
        label="Description"
        columns={shown}
        rows={lines}
        rowKey={({ key }) => key}
        rowHeight="measured"
        activeKey={active && (line?.key ?? null)}
        onActive={activate}
        onOpen={open}
        focusRequest={focusRequest}
      />
    </div>
  )
}

type Folds = Pick<DescribedTableProps, 'unfolded' | 'onFold' | 'joinable' | 'separable' | 'onJoin'> & {
  readonly onEdit: () => void
}

function columnsOf(
  columns: Columns,
  testNotes: readonly string[],
  menus: readonly ReactNode[],
  folds: Folds,
): readonly Column<Line>[] {
  const { names, sizes, compared } = columns
  return [
    { key: 'name', header: 'Variable', cell: (line) => nameCell(line, folds) },
    ...names.map((name, place): Column<Line> => ({
      key: `group ${place}`,
      header: `${name}\n${sizeWords(sizes[place] ?? null)}`,
      menu: menus[place],
      align: 'end',
      width: 'var(--group-width)',
      cell: ({ cells }) => cells[place],
    })),
    ...(compared.length > 0
      ? [
          {
            key: 'difference',
            header: compared.length === 1 ? 'SMD' : 'Largest SMD',
            align: 'end' as const,
            width: 'var(--figure-width)',
            cell: (line: Line) => <LargestDifference line={line} compared={compared} />,
          },
          {
            key: 'plot',
            header: 'SMD from 0 to 1',
            width: 'var(--plot-width)',
            cell: ({ differences }: Line) =>
              differences.length > 0 ? <DifferenceDots differences={differences} /> : null,
          },
        ]
      : []),
    ...(columns.hasP
      ? [
          {
            key: 'p',
            header: 'p',
            align: 'end' as const,
            width: `${P_WIDTH}px`,
            cell: (line: Line) =>
              line.p ? figureCell(line.p, `${pCell(line)}${superscript(noteNumber(line, testNotes))}`) : '',
          },
          { key: 'tested', header: TESTED, align: 'end' as const, width: `${TESTED_WIDTH}px`, cell: testedCell },
        ]
      : []),
  ]
}

/** The largest of the differences with the name of its column; all of them as a tooltip. */
function LargestDifference({ line, compared }: { line: Line; compared: readonly string[] }) {
  const { differences, isSigned } = line
  const place = largestPlace(differences) ?? 0
  const words = differenceWords(differences[place], isSigned)
  const isNamed = compared.length > 1 && differences.length > 0
  const all = differences.map((one, index) => `${compared[index] ?? ''}: ${differenceWords(one, isSigned)}`).join(', ')
  return (
    <span title={isNamed ? all : undefined}>
      {figureCell(differences[place], words)}
      {isNamed && <span className={styles['question']}> {shortened(compared[place] ?? '', NAME_ROOM)}</span>}
    </span>
  )
}

function nameCell(line: Line, { unfolded, onFold, joinable, separable, onJoin, onEdit }: Folds): ReactNode {
  const { key, question, level, label, detail, title, isVariable, fold, foldWords, versionWords, suffix } = line
  const isQuestion = isVariable && level === 0
  const canJoin = isQuestion && joinable.has(question)
  const canSeparate = isQuestion && !canJoin && separable.has(question)
  // Versions that the row lacks are named by its menu and a note; the form of a row distinguishes it from others.
  const isForm = versionWords !== '' && versionWords === suffix && versionWords !== foldWords
  const lacks = canJoin && !isForm ? versionWords : ''
  return (
    <span className={styles[isVariable ? 'variable' : 'below']} data-level={level}>
      <span className={styles['label']} title={lacks === '' ? title : `${title} (${lacks})`}>
        {label} {detail !== '' && <span className={styles['question']}>{detail}</span>}
      </span>
      {fold === key && foldWords !== '' && (
        <FoldButton words={foldWords} isOpen={unfolded.includes(fold)} onToggle={() => onFold(fold)} />
      )}
      {isForm && <span className={styles['versions']}>{versionWords}</span>}
      {lacks !== '' && lacks !== foldWords && <VisuallyHidden>{lacks}</VisuallyHidden>}
      <span className={styles['menu']} data-always={isQuestion}>
        <Popup label={`Row ${label}`} sign="⋯" isMenu isInGrid>
          {(close) => (
            <>
              {(canJoin || canSeparate) && (
                <MenuButton onPress={() => onJoin(question)} onDone={close}>
                  {canJoin ? `Join all versions (${versionWords})` : 'Separate the versions'}
                </MenuButton>
              )}
              <MenuButton onPress={onEdit} onDone={close}>
                Edit the label
              </MenuButton>
            </>
          )}
        </Popup>
      </span>
    </span>
  )
}

/** For the pointer; keys act on the row. */
function MenuButton({ onPress, onDone, children }: { onPress: () => void; onDone: () => void; children: ReactNode }) {
  const handleClick = () => {
    onDone()
    onPress()
  }
  return (
    <div className={popup['entry']}>
      <Button variant="quiet" className={popup['command'] ?? ''} onClick={handleClick}>
        {children}
      </Button>
    </div>
  )
}

/** A missing figure has its reason for screen readers and as a tooltip. */
function figureCell(figure: Figure | undefined, words: string): ReactNode {
  if (figure === undefined) return ''
  if ('value' in figure) return words
  return (
    <span title={figure.because}>
      <span aria-hidden="true">{words}</span>
      <VisuallyHidden>None: {figure.because}</VisuallyHidden>
    </span>
  )
}
