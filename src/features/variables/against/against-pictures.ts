import type { PlotAxis, TwoVariables, Variable } from '#contract/shapes/entities.ts'
import type { VariableCondition } from '#domain/cohorts/rules.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import type { ReadableDrawing } from '#domain/pictures/marks.ts'
import { conditionsOfBars } from '#entities/distributions/bar-conditions.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { numberShape } from '#ui/charts/histogram-shape.ts'
import type { Picture } from '#ui/charts/picture-files.ts'
import { drawCells, drawMosaic } from '#ui/charts/two-way-drawing.ts'
import type { PlaceAxis, TwoWayShape } from '#ui/charts/two-way-frame.ts'

/** A picture of two variables; each area has the conditions that match its individuals. */
export interface PlotPicture extends Picture {
  /** For screen readers. */
  readonly name: string
  readonly drawAt: (width: number) => ReadableDrawing
  /** The columns of the grid of areas; 1 for a list. */
  readonly columns: number
  /** The area with the most individuals; of box plots the first. */
  readonly start: number
  readonly whereOf: (place: number) => readonly VariableCondition[]
}

/** Both variables with their axes: the first is drawn upwards, the second across. */
export interface Plotted {
  readonly variables: readonly [Variable, Variable]
  readonly table: TwoVariables
}

/** Pixels: a file is drawn at the width of a text column. */
export const FILE_WIDTH = 640

function shapeOf(axis: PlotAxis, variable: Variable): PlaceAxis {
  const bins = (axis.bins ?? []).map((bin) => ({ ...bin, count: 0 }))
  const { ranges, ticks } = numberShape(variable.variableName, bins, formatCount, null)
  return axis.values === null
    ? { unit: variable.variableName, labels: ranges, ticks }
    : { unit: variable.variableName, labels: axis.values.map((value) => valueWords(variable, value)), ticks: null }
}

/** The condition that matches exactly the individuals of a place. */
export function conditionsOf({ variableName, values, bins }: PlotAxis, place: number): readonly VariableCondition[] {
  const value = values?.[place]
  if (value !== undefined) return [{ variableName, operator: 'EQ', values: [value] }]
  const [only, ...others] = bins ?? []
  if (only === undefined) return []
  // A single bin holds all answers, but not the missing ones.
  return others.length === 0
    ? [{ variableName, operator: 'BETWEEN', values: [String(only.from), String(only.to)] }]
    : conditionsOfBars({ kind: 'number', bins: bins ?? [] }, { first: place, last: place }).map((condition) => ({
        variableName,
        ...condition,
      }))
}

export function twoWayShape({ variables: [first, second], table }: Plotted): TwoWayShape {
  const [rows, columns] = [shapeOf(table.axes[0], first), shapeOf(table.axes[1], second)]
  return {
    rows,
    columns,
    cells: table.cells.map(([row, column, count]) => [column, row, count] as const),
    format: formatCount,
    wordsOf: (column, row, count) =>
      `${first.variableName} ${rows.labels[row] ?? ''}, ${second.variableName} ${columns.labels[column] ?? ''}: ${countOf(count, 'individual')}`,
  }
}

function titleOf({ variables: [first, second], table }: Plotted): string {
  return `${first.variableName} against ${second.variableName}, ${countOf(table.answered, 'individual')}`
}

/** A picture whose areas are the cells of two binned axes; `kind` begins its name. */
export function pictureOfCells(
  plotted: Plotted,
  kind: string,
): Pick<PlotPicture, 'name' | 'title' | 'columns' | 'start' | 'whereOf'> {
  const { table } = plotted
  const { columns, rows, wordsOf } = twoWayShape(plotted)
  const fromTop = (row: number) => (rows.ticks ? rows.labels.length - 1 - row : row)
  const largest = largestOf(table)
  const most = largest ? `, most in ${wordsOf(largest[1], largest[0], largest[2])}` : ''
  return {
    name: `${kind} of ${titleOf(plotted)}${most}`,
    title: titleOf(plotted),
    columns: columns.labels.length,
    start: largest ? fromTop(largest[0]) * columns.labels.length + largest[1] : 0,
    whereOf: (place) => {
      const column = place % columns.labels.length
      // The same flip either way.
      const row = fromTop(Math.floor(place / columns.labels.length))
      return [...conditionsOf(table.axes[0], row), ...conditionsOf(table.axes[1], column)]
    },
  }
}

/** Two-dimensional bins. */
export function cellsPicture(plotted: Plotted): PlotPicture {
  const { table } = plotted
  const shape = twoWayShape(plotted)
  const { columns, rows } = shape
  return {
    ...pictureOfCells(plotted, 'Binned scatter plot'),
    draw: () => drawCells(shape, FILE_WIDTH),
    drawAt: (width) => drawCells(shape, width),
    table: [
      [rows.unit, columns.unit, 'Individuals', '% of answers'],
      ...table.cells.map(([row, column, count]) => [
        rows.labels[row] ?? '',
        columns.labels[column] ?? '',
        formatCount(count),
        formatShare(count, table.answered),
      ]),
    ],
  }
}

function largestOf({ cells }: TwoVariables): TwoVariables['cells'][number] | undefined {
  return cells.toSorted(([, , one], [, , other]) => other - one)[0]
}

export function mosaicPicture(plotted: Plotted): PlotPicture {
  const { table } = plotted
  const largest = largestOf(table)
  const twoWay = twoWayShape(plotted)
  const { columns, rows } = twoWay
  const countAt = (row: number, column: number) =>
    table.cells.find(([cellRow, other]) => cellRow === row && other === column)?.[2] ?? 0
  const totalOf = (column: number) => rows.labels.reduce((sum, _, row) => sum + countAt(row, column), 0)
  const shape: TwoWayShape = {
    ...twoWay,
    wordsOf: (column, row, count) =>
      `${twoWay.wordsOf(column, row, count)}, ${formatShare(count, totalOf(column))} of ${columns.labels[column] ?? ''}`,
  }
  return {
    name: `Mosaic plot of ${titleOf(plotted)}`,
    title: titleOf(plotted),
    draw: () => drawMosaic(shape, FILE_WIDTH),
    drawAt: (width) => drawMosaic(shape, width),
    columns: columns.labels.length,
    start: largest ? largest[0] * columns.labels.length + largest[1] : 0,
    whereOf: (place) => [
      ...conditionsOf(table.axes[0], Math.floor(place / columns.labels.length)),
      ...conditionsOf(table.axes[1], place % columns.labels.length),
    ],
    table: [
      [columns.unit, ...rows.labels, 'Total'],
      ...columns.labels.map((label, column) => [
        label,
        ...rows.labels.map((_, row) => formatCount(countAt(row, column))),
        formatCount(totalOf(column)),
      ]),
    ],
  }
}
