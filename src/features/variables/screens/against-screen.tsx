import type { TwoVariables } from '#contract/shapes/entities.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { useRunCommand } from '#command-kit/hooks.ts'
import { variableAgainst } from '#contract/against.ts'
import { cohortDescribe } from '#contract/describing.ts'
import { DESCRIBED_GROUPS_MAX, ROOT_COHORT_ID, UNKNOWN_VALUE } from '#domain/limits.ts'
import { UNABLE_TO_GET_VARIABLE } from '#domain/messages.ts'
import { formatCount } from '#domain/numbers.ts'
import { useCall } from '#entities/call-atoms.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { Narrow } from '#entities/narrow.tsx'
import { CohortPicker } from '#entities/pickers/cohort-picker.tsx'
import { VariablePicker } from '#entities/pickers/variable-picker.tsx'
import { isOfferedAtom } from '#entities/session.ts'
import { variableAtom } from '#entities/variables/variables.ts'
import {
  FILE_WIDTH,
  boxesPicture,
  cellsPicture,
  mosaicPicture,
  type Plotted,
  type PlotPicture,
} from '#features/variables/against-pictures.ts'
import styles from '#features/variables/screens/variable.module.css'
import { ReadableDrawingView } from '#ui/charts/readable-drawing.tsx'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import stack from '#ui/stack.module.css'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'

interface AgainstArgs {
  readonly variableName: string
  readonly otherVariableName: string
  readonly cohortId?: number
}

/** Data types that can be drawn. */
const DRAWN = ['numberrange', 'categorical'] as const

/** A variable against another in a cohort: a mosaic of categories, bins of numbers, box plots by a category. */
export default function AgainstScreen({ args }: ScreenProps<AgainstArgs>) {
  const { variableName, otherVariableName, cohortId = ROOT_COHORT_ID } = args
  const run = useRunCommand()
  const first = useAtomValue(variableAtom({ name: variableName })).data
  const second = useAtomValue(variableAtom({ name: otherVariableName })).data
  const isUnknown = first === null || second === null
  const drawn = useCall({
    endpoint: variableAgainst,
    request: isUnknown ? null : { variableName, otherVariableName, cohortId },
    key: 'against',
  })
  const change = (changed: Partial<AgainstArgs>) =>
    void run({ id: 'variable.plot-against', args: { ...args, ...changed } })
  const swapped = { ...args, variableName: otherVariableName, otherVariableName: variableName }
  const refuse = (name: string) => (name === variableName || name === otherVariableName ? 'Already shown.' : null)
  return (
    <div className={stack['screen']}>
      <div className={styles['choices']}>
        <VariablePicker
          label="Variable"
          variableName={variableName}
          dataTypes={DRAWN}
          refuse={refuse}
          onChoose={(name) => change({ variableName: name })}
        />
        <VariablePicker
          label="Against"
          variableName={otherVariableName}
          dataTypes={DRAWN}
          refuse={refuse}
          onChoose={(name) => change({ otherVariableName: name })}
        />
        <CohortPicker label="Counted in" cohortId={cohortId} onChoose={(id) => change({ cohortId: id })} />
      </div>
      <div className={stack['row']}>
        <CommandLink id="variable.plot-against" args={swapped}>
          Swap the axes
        </CommandLink>
        <CommandLink id="variable.show" args={{ variableName }}>
          {variableName}
        </CommandLink>
        <CommandLink id="variable.show" args={{ variableName: otherVariableName }}>
          {otherVariableName}
        </CommandLink>
      </div>
      <section className={styles['spread']} aria-label="Picture">
        {isUnknown ? (
          <Notice tone="error" title={UNABLE_TO_GET_VARIABLE}>
            There is no variable named “{first === null ? variableName : otherVariableName}”.
          </Notice>
        ) : first === undefined || second === undefined || drawn.isPlaceholderData ? (
          <Skeleton />
        ) : (
          <QueryResult query={drawn}>
            {(table) => <TwoVariablesView plotted={{ variables: [first, second], table }} cohortId={cohortId} />}
          </QueryResult>
        )}
      </section>
    </div>
  )
}

const NONE = 'No individual has an answer to both.'
const NONE_READABLE = 'No individual whose records you may read has an answer to both.'

function TwoVariablesView({ plotted, cohortId }: { plotted: Plotted; cohortId: number }) {
  const { variables, table } = plotted
  const categories = table.axes.filter(({ values }) => values !== null).length
  return (
    <>
      {table.answered === 0 ? (
        <Notice title={table.leftOut.length > 0 ? NONE_READABLE : NONE}>
          Choose another variable or another cohort.
        </Notice>
      ) : categories === 1 ? (
        <NumberByCategory plotted={plotted} cohortId={cohortId} />
      ) : (
        <PlotFrame
          picture={categories === 2 ? mosaicPicture(plotted) : cellsPicture(plotted)}
          table={table}
          cohortId={cohortId}
        />
      )}
      <Facts variables={variables} table={table} />
    </>
  )
}

type View = 'boxes' | 'cells'

const VIEWS: readonly { value: View; label: string }[] = [
  { value: 'boxes', label: 'Boxes' },
  { value: 'cells', label: 'Bins' },
]

/** Box plots by the category if it has few values, and bins. */
function NumberByCategory({ plotted, cohortId }: { plotted: Plotted; cohortId: number }) {
  const { variables, table } = plotted
  const [view, setView] = useState<View>('boxes')
  const isOffered = useAtomValue(isOfferedAtom)
  const ofCategory = table.axes[0].values === null ? 1 : 0
  const [category, number] = [variables[ofCategory], variables[1 - ofCategory] ?? variables[0]]
  const listed = category.possibleValues.filter((value) => value !== UNKNOWN_VALUE).length
  // Answers beside the dictionary have no group.
  const isWhole = table.axes[ofCategory]?.values?.length === listed
  const hasBoxes = isOffered(cohortDescribe) && listed >= 2 && listed <= DESCRIBED_GROUPS_MAX && isWhole
  const described = useCall({
    endpoint: cohortDescribe,
    request: hasBoxes
      ? { cohortIds: [cohortId], by: category.variableName, variableNames: [number.variableName] }
      : null,
    key: 'describe-by',
  })
  const cells = <PlotFrame key="cells" picture={cellsPicture(plotted)} table={table} cohortId={cohortId} />
  if (!hasBoxes) return cells
  return (
    <>
      <ChoiceBar<View> label="Picture" value={view} options={VIEWS} onChange={setView} />
      {view === 'cells' ? (
        cells
      ) : (
        <QueryResult query={described}>
          {({ data }) => (
            <PlotFrame
              key="boxes"
              picture={boxesPicture(plotted, data[0]?.groups ?? [])}
              table={table}
              cohortId={cohortId}
            />
          )}
        </QueryResult>
      )}
    </>
  )
}

interface PlotFrameProps {
  picture: PlotPicture
  table: TwoVariables
  cohortId: number
}

/** The picture, and a line about the area that was read last, with a cohort of its individuals. */
function PlotFrame({ picture, table, cohortId }: PlotFrameProps) {
  const [active, setActive] = useState(picture.start)
  const { areas } = picture.drawAt(FILE_WIDTH)
  const area = areas.find(({ place }) => place === active) ?? areas[0]
  const where = area ? picture.whereOf(area.place) : []
  // A cohort would hold the individuals of all collections.
  const isLinked = table.leftOut.length === 0 && where.length > 0
  return (
    <>
      <PictureFrame picture={picture}>
        <ReadableDrawingView name={picture.name} draw={picture.drawAt} columns={picture.columns} onActive={setActive} />
      </PictureFrame>
      {area && (
        <p className={styles['read']}>
          {area.words}.{' '}
          {isLinked && (
            <Narrow words={area.words} look="sentence" parentId={cohortId} where={where}>
              New cohort of these
            </Narrow>
          )}
        </p>
      )}
    </>
  )
}

function Facts({ variables: [first, second], table }: Plotted) {
  const { answered, missing, correlation, leftOut } = table
  return (
    <>
      <dl className={styles['numbers']} aria-label="Summary">
        <Fact name="n" text={formatCount(answered)} />
        {correlation && <Fact name="Pearson r" text={coefficient(correlation.pearson)} />}
        {correlation && <Fact name="Spearman ρ" text={coefficient(correlation.spearman)} />}
        <Fact name={`Without ${first.variableName}`} text={formatCount(missing[0])} />
        <Fact name={`Without ${second.variableName}`} text={formatCount(missing[1])} />
        <Fact name="Without one or both" text={formatCount(missing[2])} />
      </dl>
      {leftOut.length > 0 && (
        <p className={stack['muted']}>
          Not counted: {leftOut.toSorted().join(', ')}. Only individuals whose records you may read are counted.
        </p>
      )}
    </>
  )
}

function coefficient(value: number | null): string {
  if (value === null) return '–'
  const text = Math.abs(value).toFixed(3)
  const sign = value < 0 && text !== '0.000' ? '−' : ''
  // A rounded 1 would say that the relation is exact.
  return Math.abs(value) < 1 && text === '1.000' ? `${sign}> 0.999` : `${sign}${text}`
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}
