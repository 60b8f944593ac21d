import type { Plotted } from '#features/variables/against/against-pictures.ts'
import { boxesPicture } from '#features/variables/against/boxes-picture.ts'
import { PlotFrame } from '#features/variables/against/plot-frame.tsx'

interface BoxesPlotProps {
  plotted: Plotted
  groups: Parameters<typeof boxesPicture>[1]
  cohortId: number
}

/** The box plots of a number by a category, loaded by the pictures that have them. */
export default function BoxesPlot({ plotted, groups, cohortId }: BoxesPlotProps) {
  return <PlotFrame picture={boxesPicture(plotted, groups)} table={plotted.table} cohortId={cohortId} />
}
