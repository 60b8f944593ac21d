import type { Plotted } from '#features/variables/against/against-pictures.ts'
import { PlotFrame } from '#features/variables/against/plot-frame.tsx'
import { pointsPicture } from '#features/variables/against/points-picture.ts'

interface PointsPlotProps {
  plotted: Plotted
  points: NonNullable<Plotted['table']['points']>
  cohortId: number
}

/** The scatter plot of two numbers, loaded by the pictures that have points. */
export default function PointsPlot({ plotted, points, cohortId }: PointsPlotProps) {
  return <PlotFrame picture={pointsPicture(plotted, points)} table={plotted.table} cohortId={cohortId} />
}
