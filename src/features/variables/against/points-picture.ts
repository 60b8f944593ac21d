import type { PlotAxis } from '#contract/shapes/entities.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import {
  FILE_WIDTH,
  pictureOfCells,
  twoWayShape,
  type Plotted,
  type PlotPicture,
} from '#features/variables/against/against-pictures.ts'
import { numberScale } from '#ui/charts/histogram-shape.ts'
import { drawPoints, type PlottedPoint } from '#ui/charts/two-way-drawing.ts'

type Points = NonNullable<Plotted['table']['points']>

/** A scatter plot. Keyboard and pointer read the cells of its bins; the table has a row for each point. */
export function pointsPicture(plotted: Plotted, points: Points): PlotPicture {
  const { axes } = plotted.table
  const [first, second] = plotted.variables
  const [rows, columns] = [numberScale(axes[0].bins ?? []), numberScale(axes[1].bins ?? [])]
  const byCell = pointsByCell(axes, points)
  const twoWay = twoWayShape(plotted)
  const shape: typeof twoWay = {
    ...twoWay,
    wordsOf: (column, row, count) => {
      const [only, ...others] = byCell.get(cellKey(row, column)) ?? []
      return only === undefined || others.length > 0
        ? twoWay.wordsOf(column, row, count)
        : `${first.variableName} ${only[0]}, ${second.variableName} ${only[1]}: ${countOf(count, 'individual')}`
    },
  }
  const plottedPoints = points.map(([one, other, individuals]): PlottedPoint => [
    columns.shareOf(other),
    rows.shareOf(one),
    individuals,
  ])
  return {
    ...pictureOfCells(plotted, 'Scatter plot'),
    draw: () => drawPoints(shape, plottedPoints, FILE_WIDTH),
    drawAt: (width) => drawPoints(shape, plottedPoints, width),
    table: [
      [twoWay.rows.unit, twoWay.columns.unit, 'Individuals'],
      ...points.map(([one, other, individuals]) => [String(one), String(other), formatCount(individuals)]),
    ],
  }
}

function pointsByCell([rows, columns]: readonly [PlotAxis, PlotAxis], points: Points): ReadonlyMap<string, Points> {
  const byCell = new Map<string, Points[number][]>()
  for (const point of points) {
    const key = cellKey(binOf(rows, point[0]), binOf(columns, point[1]))
    byCell.set(key, [...(byCell.get(key) ?? []), point])
  }
  return byCell
}

function cellKey(row: number, column: number): string {
  return `${row} ${column}`
}

/** The last bin that starts at the number or before it, as the back end counts. */
function binOf({ bins }: PlotAxis, number: number): number {
  return Math.max(
    0,
    (bins ?? []).findLastIndex(({ from }) => number >= from),
  )
}
